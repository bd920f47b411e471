import { matchPath } from 'react-router-dom';
import { routes } from '../routes.ts';

/** So long the frame waits for the first screen. Units: ms. */
const mostWaitMs = 1000;

/** Loads the screen of an address; ends when it is here or cannot be loaded, which its own drawing says, or after a second. */
export async function loadFirstScreen(pathname: string): Promise<void> {
  const route = routes.find(({ path }) => path.patterns.some((pattern) => matchPath(pattern, pathname)));
  const late = new Promise((resolve) => setTimeout(resolve, mostWaitMs));
  await Promise.race([route?.prepare().catch(() => undefined), late]);
}
