import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Engine } from './engine.ts';

/** Where the browser stories are. */
export const storyFolder = 'tests/browser';

/** Stories that run in Firefox too. Not there: tours of all screens in a dark theme, which it does not emulate. */
const firefoxStories = [
  'contracts',
  'dialogs',
  'every-form',
  'faults-by-hand',
  'first-rows',
  'forms-say-what-is-missing',
  'hostile-texts',
  'labels',
  'life-of-a-device',
  'links',
  'round-taps',
  'round-ticket',
  'shared-tablet',
  'starts',
  'two-tabs',
  'ward-round-story',
];

/** Stories that run in WebKit too: those of one tablet, which has one tab. */
const webkitStories = [
  'contracts',
  'every-form',
  'forms-say-what-is-missing',
  'labels',
  'maintenance-month',
  'photos',
  'round-taps',
  'shared-tablet',
  'starts',
  'test-of-a-device',
  'ward-round-story',
];

/** Returns the names of the files with an engine's stories, in the order of the alphabet. */
export function storiesOf(engine: Engine): string[] {
  if (engine === 'firefox') return firefoxStories;
  if (engine === 'webkit') return webkitStories;
  return readdirSync(resolve(import.meta.dirname, '../..', storyFolder))
    .flatMap((file) => /^(.+)\.spec\.ts$/.exec(file)?.[1] ?? [])
    .toSorted();
}

/** Returns the path of a story's file. */
export const fileOf = (story: string): string => join(storyFolder, `${story}.spec.ts`);
