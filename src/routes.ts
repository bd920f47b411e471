import type { ScreenRoute } from './route.ts';
import { deskRoutes } from './routes-desk.ts';
import { registerRoutes } from './routes-registers.ts';
import { wardRoutes } from './routes-ward.ts';

/** Every screen of the app. */
export const routes: readonly ScreenRoute[] = [...deskRoutes, ...registerRoutes, ...wardRoutes];
