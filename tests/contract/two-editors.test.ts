import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EditedKind, recordShapes } from '#contract/rules/merge/records.ts';
import { createSeeded } from '#tests/faults/seeded.ts';
import { simulateEdits } from '#tests/faults/two-editors.ts';
import { openWorld, type World } from '#tests/security/world.ts';
import { dayOfRun, isLongRun } from '#tests/support/day.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

/** Acts of each run: an opened form, a change in it, a save. */
const steps = isLongRun() ? 400 : 40;
const day = dayOfRun();

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await openWorld(server, server.city);
});
afterAll(() => server.close());

describe.each(Object.keys(recordShapes) as EditedKind[])('P171 %s', (kind) => {
  test(`edited at two desks and by an old app, keeps every value of both, in ${steps} acts of day ${day}`, async () => {
    const report = await simulateEdits(kind, { server, world, random: createSeeded(day), steps });
    expect(report.wrong).toEqual([]);
    expect(report.saved).toBeGreaterThan(steps / 10);
  });
});
