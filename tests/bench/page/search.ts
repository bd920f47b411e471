import { openReplica } from '#sync/replica/replica.ts';
import { benchPorts, fetchPage } from './ports.ts';
import { rankedHits } from './ranked.ts';

/** Searches, typed letter by letter. */
const typed = ['ventilator', 'vent-0042', 'philips icu', 'ge monitor block c', '099', 'room 17 emergency'];
const shown = 50;

function keystrokes(): string[] {
  return typed.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)));
}

/**
 * Types the searches over this many devices, alternating with a plain scan that ranks all hits; then once more, frame
 * by frame.
 */
export async function searchRuns(count: number, pairs: number) {
  const replica = await openReplica({ ports: benchPorts(), hospitalId: 'h' });
  for (let at = 0, more = true; more; at += 1) {
    const page = await fetchPage(count, at);
    await replica.applyPage(page);
    more = page.more;
  }
  const texts = replica
    .all('device')
    .map((each) =>
      [each.serialNumber, each.equipmentName, each.makeName, each.modelName, each.departmentName, each.location]
        .join('\n')
        .toLowerCase(),
    );
  const keys = keystrokes();
  const runs: { search: number; scan: number }[] = [];
  let longestSearchMs = 0;
  for (let pair = -1; pair < pairs; pair += 1) {
    const run = { search: 0, scan: 0 };
    for (const text of keys) {
      const from = performance.now();
      const found = replica.searchDevices(text, shown);
      const between = performance.now();
      const hits = rankedHits(texts, text, shown);
      const end = performance.now();
      if (hits.length !== found.length) throw new Error(`"${text}": ${found.length}, ${hits.length}`);
      run.search += between - from;
      run.scan += end - between;
      if (pair >= 0) longestSearchMs = Math.max(longestSearchMs, between - from);
    }
    if (pair >= 0) runs.push(run);
  }
  let longestFrameMs = 0;
  let last = await new Promise<number>(requestAnimationFrame);
  for (const text of keys) {
    replica.searchDevices(text, shown);
    const now = await new Promise<number>(requestAnimationFrame);
    longestFrameMs = Math.max(longestFrameMs, now - last);
    last = now;
  }
  await replica.close();
  return { runs, keys: keys.length, longestSearchMs, longestFrameMs };
}
