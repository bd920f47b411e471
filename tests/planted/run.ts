import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { dayOfRun, daysToVisitAll, drawByDay } from '#tests/support/day.ts';
import { plants } from './plants.ts';
import type { Plant } from './plants.ts';

/** Plants each bug whose name contains a word of the command line (default all), and prints which test caught it. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    /** At most this many bugs, drawn by the day. */
    sample: { type: 'string' },
  },
});
const named = plants.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
const size = values.sample === undefined ? named.length : Number(values.sample);
const drawn = new Set(drawByDay(dayOfRun(), named.length, size));
const chosen = named.filter((_, at) => drawn.has(at));
const folder = await mkdtemp(join(tmpdir(), 'ward-planted-'));
const startedAt = performance.now();

interface Report {
  testResults: { message: string; assertionResults: { status: string; title: string }[] }[];
}

function runTests(plant: Plant, file: string): Promise<void> {
  const args = [
    'vitest',
    'run',
    '--config',
    'tests/planted/vitest.config.ts',
    '--reporter=json',
    `--outputFile=${file}`,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn('npx', args, {
      cwd: root,
      stdio: 'ignore',
      env: { ...process.env, PLANTED_BUG: plant.name },
    });
    child.on('error', reject);
    child.on('close', () => resolve());
  });
}

/** Returns the name of the failed test; null if the bug was not caught, or the tests did not run at all. */
async function caughtBy(plant: Plant): Promise<{ test: string | null; why: string }> {
  const file = join(folder, `${plants.indexOf(plant)}.json`);
  await runTests(plant, file);
  const report = await readFile(file, 'utf8')
    .then((text): Report => JSON.parse(text))
    .catch((): Report => ({ testResults: [] }));
  const failed = report.testResults.flatMap((each) => each.assertionResults.filter((one) => one.status === 'failed'));
  const why = report.testResults.map((each) => each.message).find((message) => message !== '') ?? 'all tests pass';
  return { test: failed[0]?.title ?? null, why: report.testResults.length === 0 ? 'the tests did not run' : why };
}

let missed = 0;
const left = [...chosen];
async function lane(): Promise<void> {
  for (let plant = left.shift(); plant; plant = left.shift()) {
    const { test, why } = await caughtBy(plant);
    if (test === null) missed += 1;
    console.log(
      test === null ? `MISSED  ${plant.name}: ${why.slice(0, 300)}` : `caught  ${plant.name}\n        by: ${test}`,
    );
  }
}
await Promise.all(Array.from({ length: Math.min(availableParallelism(), chosen.length) }, lane));
await rm(folder, { recursive: true, force: true });
const seconds = Math.round((performance.now() - startedAt) / 1000);
if (chosen.length < named.length) {
  console.log(
    `a sample of ${named.length} bugs, which are all planted within ${daysToVisitAll(named.length, size)} days`,
  );
}
console.log(`${chosen.length} bugs planted, ${chosen.length - missed} caught, ${missed} missed, ${seconds} s`);
process.exitCode = missed > 0 ? 1 : 0;
