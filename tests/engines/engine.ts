import { chromium, firefox, test, type BrowserContext, type LaunchOptions } from '@playwright/test';
import { chromiumFlags, findChromium } from './chromium.ts';
import { findFirefox, firefoxPreferences, firefoxShim } from './firefox.ts';
import { mockCamera } from './mock-camera.ts';
import { openWebKitProfile } from './webkit.ts';

/** The engines for browser stories, by the names of Playwright's projects. */
export const engines = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof engines)[number];

/** Returns the engine with this name. Throws: for an unknown name. */
export function engineNamed(name: string): Engine {
  const found = engines.find((engine) => engine === name);
  if (!found) throw new Error(`No engine is called ${name}: choose one of ${engines.join(', ')}.`);
  return found;
}

/** Returns the engine of the running story. */
export const engineOfStory = (): Engine => engineNamed(test.info().project.name);

/**
 * Returns Playwright's launch options for an engine; `film` is what Chromium's camera shows, `flags` are Chromium's.
 * Playwright does not launch WebKit.
 */
export function launchOptions(engine: Engine, film?: string, flags: readonly string[] = []): LaunchOptions {
  if (engine === 'webkit') return {};
  if (engine === 'firefox') {
    return {
      channel: 'moz-firefox',
      executablePath: firefoxShim,
      env: { ...process.env, FIREFOX_PATH: findFirefox() ?? '' },
      firefoxUserPrefs: firefoxPreferences,
    };
  }
  return {
    executablePath: findChromium() ?? '',
    args: [
      ...chromiumFlags,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      // If a flag is repeated, the last one counts.
      ...flags,
      ...(film === undefined ? [] : [`--use-file-for-fake-video-capture=${film}`]),
    ],
  };
}

/** Returns the permissions of a context with a camera. Firefox needs none: its preferences allow the camera. */
export const cameraPermissions = (engine: Engine): string[] => (engine === 'chromium' ? ['camera'] : []);

/** Opens the running story's browser with a persistent storage folder. */
export async function openProfile(
  folder: string,
  options: {
    film?: string | undefined;
    flags?: readonly string[] | undefined;
    viewport: { width: number; height: number };
    baseURL: string;
  },
): Promise<BrowserContext> {
  const { film, flags, viewport, baseURL } = options;
  const engine = engineOfStory();
  const context =
    engine === 'webkit'
      ? await openWebKitProfile(folder, { viewport, baseURL })
      : await { chromium, firefox }[engine].launchPersistentContext(folder, {
          ...launchOptions(engine, film, flags),
          viewport,
          baseURL,
          permissions: cameraPermissions(engine),
          serviceWorkers: 'allow',
        });
  if (film !== undefined && engine !== 'chromium') await mockCamera(context, film);
  return context;
}
