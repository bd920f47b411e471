import { matchPath } from 'react-router-dom';
import type { ScreenRoute } from './route.ts';
import { deskRoutes } from './routes-desk.ts';
import { wardRoutes } from './routes-ward.ts';

/** Every screen that exists: address, title, who may enter, and where it is loaded from. */
export const routes: readonly ScreenRoute[] = [...deskRoutes, ...wardRoutes];

/** Loads the screen of an address; ends when it is here or cannot be loaded, which its own drawing says. */
export async function prepareScreen(pathname: string): Promise<void> {
  const route = routes.find(({ path }) => path.patterns.some((pattern) => matchPath(pattern, pathname)));
  await route?.prepare().catch(() => undefined);
}
