import { setTimeout as pause } from 'node:timers/promises';
import { press, screenAt, type } from '#tests/support/in-page.ts';
import { paths } from '#ui/paths.ts';
import type { WebKitWindow } from './window.ts';

/** The pace of a user who changes screens faster than the app loads. Units: milliseconds. */
const paceMs = 800;
/** A start that takes longer counts as hung. Units: milliseconds. */
const stuckMs = 12_000;

const screens = [
  paths.rounds(),
  paths.tickets(),
  paths.devices(),
  paths.maintenance(),
  paths.warranties(),
  paths.settings(),
  paths.outbox(),
  paths.bmeDashboard(),
];

const isOpen = (webkit: WebKitWindow, path: string): Promise<boolean> =>
  webkit.until(path, screenAt(path), stuckMs).then(
    () => true,
    () => false,
  );

/** Makes full loads in quick succession, prints how many starts hang and returns the problems found. */
export async function tryStarts(webkit: WebKitWindow, origin: string, loads: number): Promise<string[]> {
  let stuck = 0;
  for (let count = 0; count < loads; count += 1) {
    const path = screens[count % screens.length] ?? '/';
    await webkit.load(`${origin}${path}`);
    const [open] = await Promise.all([isOpen(webkit, path), pause(paceMs)]);
    if (open) continue;
    stuck += 1;
    console.log(`  load ${count + 1}, ${path}: still opening after ${stuckMs / 1000} s`);
  }
  console.log(`${stuck} of ${loads} starts hang`);
  return stuck > 0 ? [`${stuck} of ${loads} starts hang`] : [];
}

/** How much later in its start a page is left each time. Units: milliseconds. */
const laterMs = 60;

const draft = 'Typed after the page has slept';
const field = 'dialog[open] textarea';

/**
 * Leaves pages during startup and goes back through the back/forward cache; returns the problems found. A page that
 * resumes continues: its screen opens, and text typed there is kept.
 */
export async function goBack(webkit: WebKitWindow, origin: string, times: number): Promise<string[]> {
  const faults: string[] = [];
  const [first, ...others] = [paths.maintenance(), paths.tickets(), paths.devices(), paths.outbox()] as const;
  let woken = 0;
  for (let time = 0; time < times; time += 1) {
    for (const path of [first, ...others]) {
      await webkit.load(`${origin}${path}`);
      await webkit.run('window.wasHere = true;');
      await pause(time * laterMs);
    }
    await isOpen(webkit, paths.outbox());
    for (const path of [first, ...others].slice(0, -1).toReversed()) {
      await webkit.back();
      woken += Number(await webkit.run('return window.wasHere ? "1" : "0";'));
      if (!(await isOpen(webkit, path))) faults.push(`${path} does not continue when the user goes back to it`);
    }
  }
  console.log(`${woken} of ${times * others.length} pages came back from the cache`);
  if (woken === 0) faults.push('No page came back from the back/forward cache: nothing was tried.');
  await webkit.until('a task to close', press('Close PM of'));
  await webkit.until('the field of the task', type(field, draft));
  await webkit.until(
    'a stored draft',
    `return (await new Promise((found) => {
    const opening = indexedDB.open('ward-outbox');
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
      reading.addEventListener('success', () => { opening.result.close(); found(JSON.stringify(reading.result)); });
    });
  })).includes(${JSON.stringify(draft)}) ? 'stored' : '';`,
  );
  return faults;
}
