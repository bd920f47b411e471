import type { ScreenRoute } from './route.ts';
import { deskRoutes } from './routes-desk.ts';
import { wardRoutes } from './routes-ward.ts';

/** Every screen that exists: address, title, who may enter, and where it is loaded from. */
export const routes: readonly ScreenRoute[] = [...deskRoutes, ...wardRoutes];
