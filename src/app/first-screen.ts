import { matchPath } from 'react-router-dom';
import { routes } from '../routes.ts';

/** How long the frame waits for the first screen. Units: ms. */
const mostWaitMs = 1000;

/**
 * Loads the screen of an address; resolves when it has loaded, when loading failed (the screen reports that itself), or
 * after a second.
 */
export async function loadFirstScreen(pathname: string): Promise<void> {
  const route = routes.find(({ path }) => path.patterns.some((pattern) => matchPath(pattern, pathname)));
  const late = new Promise((resolve) => setTimeout(resolve, mostWaitMs));
  await Promise.race([route?.prepare().catch(() => undefined), late]);
}
