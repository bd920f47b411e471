import { type ComponentType, createElement, use } from 'react';
import type { Access } from '#contract/define.ts';
import type { ScreenPath } from './paths.ts';
import { loadPart } from './platform/parts.ts';

/** Who may open a screen; `prompt` lets everybody in and asks visitors to sign in there. */
export type ScreenAccess = Access | 'prompt';

/** One screen of the app. */
export interface ScreenRoute {
  path: Pick<ScreenPath, 'patterns'>;
  /** The window title; the screen has its own heading. */
  title: string;
  access: ScreenAccess;
  Screen: ComponentType;
  /** Loads the screen's code, so that it is drawn without delay. */
  prepare: () => Promise<unknown>;
}

/** Functions that reset the screens whose code failed to load. */
const failed = new Set<() => void>();

/** Makes screens whose code failed to load request it again when they are next rendered. */
export function forgetFailedScreens(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/**
 * Defines a screen: address, title, who may open it, and how its code is loaded. Not React's `lazy`, which shows its
 * fallback even if the code is already loaded, and never retries after a failure.
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
