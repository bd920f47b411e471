import { serialize } from 'node:v8';
import { expect, it } from 'vitest';
import { maxSteps } from '#contract/rules/procedure.ts';
import { type Answer, lookAnswers, testResults } from '#contract/records/procedure.ts';
import type { TestRecord } from '#contract/records/test.ts';
import { createMemory, segmentsOf } from '#sync/replica/memory.ts';
import { openReplica } from '#sync/replica/replica.ts';
import { deviceIdAt, seededNumbers } from '#tests/support/device-rows.ts';
import { createChangeServer, createDeviceWorld, tidyMs } from '#tests/support/replica-world.ts';

/**
 * Generates tests from a seed: long and short procedures, skipped and unknown steps, corrections, limitations and
 * photos.
 */
function generatedTests(count: number, seed: number, most = maxSteps): TestRecord[] {
  const next = seededNumbers(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!;
  const chance = (share: number) => next() < share;
  const procedures = Array.from({ length: 20 }, (_none, at) => ({
    procedureId: deviceIdAt(4_000_000 + at),
    procedureName: `Procedure ${at}`,
    steps: Array.from({ length: 1 + Math.floor(next() * most) }, (_step, place) =>
      // Some procedures have steps from an import.
      at % 5 === 0 ? `step-${place}` : deviceIdAt(1000 * at + place),
    ),
  }));
  const photo = () => ({
    sha256: Array.from({ length: 64 }, () => pick([...'0123456789abcdef'])).join(''),
    size: Math.floor(next() * 1e6),
    mime: pick(['image/jpeg', 'application/pdf'] as const),
    name: pick(['display.jpg', 'Ω\nreading.pdf']),
  });
  const answer = (stepId: string): Answer => ({
    stepId: chance(0.02) ? `gone-${Math.floor(next() * 1e6)}` : stepId,
    look: chance(0.5) ? pick(lookAnswers) : null,
    found: chance(0.6) ? Math.round(next() * 1e5) / 10 : null,
    left: chance(0.05) ? -next() : null,
    text: chance(0.05) ? pick(['Adjusted.', 'One line\nand another', '₹ 200']) : '',
    photos: chance(0.02) ? [photo(), photo()] : [],
  });
  const testers = Array.from({ length: 4 }, (_none, at) => ({
    testerId: deviceIdAt(5_000_000 + at),
    certificateId: deviceIdAt(6_000_000 + at),
    name: 'Electrical safety analyser',
    serialNumber: `ESA-${at}`,
    certificateNumber: `NABL/2026/${at}`,
    dueOn: '2027-05-01' as const,
  }));
  return Array.from({ length: count }, (_none, at): TestRecord => {
    const { steps, ...procedure } = pick(procedures);
    const result = pick(testResults);
    return {
      id: deviceIdAt(7_000_000 + at),
      deviceId: deviceIdAt(Math.floor(next() * count)),
      taskId: chance(0.6) ? deviceIdAt(8_000_000 + at) : null,
      ...procedure,
      version: 1 + Math.floor(next() * 3),
      result,
      findings: result === 'Pass' ? [] : [`Reading ${at}: above 63 bpm.`],
      limitation: result === 'Pass limited' ? 'Adults only' : '',
      answers: steps.filter(() => chance(0.95)).map(answer),
      testers: testers.filter(() => chance(0.4)),
      temperature: chance(0.5) ? 22.5 : null,
      humidity: chance(0.5) ? 52 : null,
      remarks: chance(0.1) ? `Remark ${at}` : '',
      testedAt: new Date(1_790_000_000_000 + at * 997_000).toISOString(),
      testedOn: '2026-11-24',
      by: pick(['Asha Rao', 'Ravi Kumar']),
      nextDueOn: chance(0.5) ? '2027-05-24' : null,
      ticketId: result === 'Fail' ? deviceIdAt(9_000_000 + at) : null,
      correctsId: at > 0 && chance(0.1) ? deviceIdAt(7_000_000 + Math.floor(next() * at)) : null,
    };
  });
}

/** Returns the segments in which a tablet stores tests, as read from IndexedDB. */
function storedTests(tests: readonly TestRecord[]) {
  const part = {
    kind: 'test' as const,
    versions: tests.map((_none, at) => at + 1),
    rows: tests.map((test) => ({ ...test })),
  };
  return structuredClone(segmentsOf({ rows: [part], tombstones: [] }));
}

const byId = (tests: readonly { id: string }[]) => tests.toSorted((a, b) => (a.id < b.id ? -1 : 1));

it.each([1, 15, 16, 300, 1000, 2500])('%i tests are read back from the tablet unchanged', (count) => {
  const tests = generatedTests(count, count);
  const memory = createMemory();
  for (const [at, segment] of storedTests(tests).entries()) memory.apply(at + 1, segment);
  expect(memory.tables.test.all()).toEqual(tests);
});

it('A page of the longest tests has more readings than a short integer counts, and keeps them', () => {
  const tests = generatedTests(2048, 5).map((test, at) => ({
    ...test,
    answers: Array.from({ length: maxSteps }, (_none, place): Answer => {
      return { stepId: `step-${place}`, look: null, found: at + place / 100, left: null, text: '', photos: [] };
    }),
  }));
  const memory = createMemory();
  for (const [at, segment] of storedTests(tests).entries()) memory.apply(at + 1, segment);
  expect(memory.tables.test.all()).toEqual(tests);
});

it('Tests that arrived one by one are unchanged after their segments were merged and the app was closed', async () => {
  const world = createDeviceWorld();
  const server = createChangeServer();
  const tests = generatedTests(600, 9, 12);
  const first = await openReplica({ ports: world.tab(), hospitalId: 'h1' });
  for (let from = 0; from < tests.length; from += 20) {
    server.put('test', ...tests.slice(from, from + 20));
    await first.applyPage(server.page(first.cursor, 100));
  }
  await world.clock.advance(tidyMs);
  expect(byId(first.all('test'))).toEqual(tests);
  await first.close();
  const again = await openReplica({ ports: world.tab(), hospitalId: 'h1' });
  expect(byId(again.all('test'))).toEqual(tests);
  await again.close();
});

it('Tests take at most a quarter of the size of their objects', () => {
  const tests = generatedTests(1000, 3, 28);
  expect(serialize(storedTests(tests)).byteLength * 4).toBeLessThan(serialize(tests).byteLength);
});
