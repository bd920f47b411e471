import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Engine } from './engine.ts';

/** The folder of the browser stories. */
export const storyFolder = 'tests/browser';

/** Stories that also run in Firefox, except tours of all screens in a dark theme, which it does not emulate. */
const firefoxStories = [
  'contracts',
  'dialogs',
  'duty',
  'every-form',
  'faults-by-hand',
  'first-rows',
  'forms-say-what-is-missing',
  'hostile-texts',
  'labels',
  'life-of-a-device',
  'links',
  'my-work',
  'notice-settings',
  'notices',
  'password-links',
  'report-from-label',
  'round-taps',
  'round-ticket',
  'shared-tablet',
  'starts',
  'two-tabs',
  'ward-round-story',
];

/** Stories that also run in WebKit: those with one tablet and one tab. */
const webkitStories = [
  'contracts',
  'duty',
  'every-form',
  'forms-say-what-is-missing',
  'labels',
  'maintenance-month',
  'my-work',
  'notice-settings',
  'notices',
  'password-links',
  'photos',
  'report-from-label',
  'round-taps',
  'shared-tablet',
  'starts',
  'test-of-a-device',
  'ward-round-story',
];

/** Returns the names of the files with an engine's stories, alphabetically. */
export function storiesOf(engine: Engine): string[] {
  if (engine === 'firefox') return firefoxStories;
  if (engine === 'webkit') return webkitStories;
  return readdirSync(resolve(import.meta.dirname, '../..', storyFolder))
    .flatMap((file) => /^(.+)\.spec\.ts$/.exec(file)?.[1] ?? [])
    .toSorted();
}

/** Returns the path of a story's file. */
export const fileOf = (story: string): string => join(storyFolder, `${story}.spec.ts`);
