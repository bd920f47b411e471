import { type ComponentType, createElement, use } from 'react';
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
  /** Loads the code of the screen, which is then drawn without a wait. */
  prepare: () => Promise<unknown>;
}

/** Resets each screen whose code did not load, so that it is loaded again. */
const failed = new Set<() => void>();

/** Screens whose code did not come ask for it once more when they are drawn next. */
export function forgetFailedScreens(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/**
 * The address of a screen, its title, who may enter it, and where it is loaded from. It is no `lazy` component: that one
 * is drawn as its fallback even where its code is here, and never asks again for code that did not come.
 */
export function screen(
  path: Pick<ScreenPath, 'patterns'>,
  title: string,
  access: ScreenAccess,
  load: () => Promise<ComponentType>,
): ScreenRoute {
  let code: Promise<ComponentType> | null = null;
  let here: ComponentType | null = null;
  const begin = () => {
    const loading = loadPart(load);
    const forget = () => {
      code = null;
    };
    loading.then(
      (component) => {
        here = component;
      },
      () => failed.add(forget),
    );
    return loading;
  };
  const prepare = () => (code ??= begin());
  const Screen = () => createElement(here ?? use(prepare()));
  return { path, title, access, Screen, prepare };
}
