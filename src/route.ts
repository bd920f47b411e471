import { type ComponentType, lazy } from 'react';
import type { Access } from '#contract/define.ts';
import type { ScreenPath } from './paths.ts';
import { loadPart } from './platform/parts.ts';

/** Who may enter a screen; `prompt`: everybody reaches it, a visitor is asked to sign in there. */
export type ScreenAccess = Access | 'prompt';

/** One screen of the app. */
export interface ScreenRoute {
  path: Pick<ScreenPath, 'patterns'>;
  /** The window's title; the screen draws its own heading. */
  title: string;
  access: ScreenAccess;
  Screen: ComponentType;
}

/** The address of a screen, its title, who may enter it, and where it is loaded from. */
export function screen(
  path: Pick<ScreenPath, 'patterns'>,
  title: string,
  access: ScreenAccess,
  load: () => Promise<ComponentType>,
): ScreenRoute {
  return { path, title, access, Screen: lazy(async () => ({ default: await loadPart(load) })) };
}
