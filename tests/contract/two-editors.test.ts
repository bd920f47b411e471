import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idempotencyHeader } from '#contract/calls/sync.ts';
import { type EditedKind, recordShapes } from '#contract/rules/merge/records.ts';
import { idempotencyKey } from '#server/db/schema.ts';
import { CallError } from '#sync/types.ts';
import { createSeeded } from '#tests/faults/seeded.ts';
import { type DeskCall, startEdits } from '#tests/faults/two-editors.ts';
import { openWorld, send, type World } from '#tests/security/world.ts';
import { dayOfRun, isLongRun } from '#tests/support/day.ts';
import { addDuty } from '#tests/support/duty.ts';
import type { Fields } from '#tests/support/edited-leaves.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

/** Acts of each run: an opened form, a change in it, a save. */
const steps = isLongRun() ? 400 : 40;
const day = dayOfRun();

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  await addDuty(server.database.db, server.city);
  world = await openWorld(server, server.city);
});
afterAll(() => server.close());

const call: DeskCall = async (who, name, sample, key) => {
  const answer = await send(server, world[who], name, sample, { [idempotencyHeader]: key });
  const body = answer.json<Fields>();
  if (answer.statusCode < 300) return body;
  throw new CallError('problem', 'refused', { ...body, status: answer.statusCode } as CallError['problem']);
};

describe.each(Object.keys(recordShapes) as EditedKind[])('P171 %s', (kind) => {
  test(`keeps every value of both editors and an old app, in ${steps} acts of day ${day}`, async () => {
    const random = createSeeded(day).fork(kind);
    /** A call whose answer gets lost now and then. */
    const lossy: DeskCall = async (...sent) => {
      const answer = await call(...sent);
      if (random.chance(0.2)) throw new CallError('offline', 'lost');
      return answer;
    };
    const desks = [
      { name: 'the first desk', call: lossy },
      { name: 'the second desk', call: lossy },
      { name: 'an old app', isOldApp: true, call: lossy },
    ];
    const edits = await startEdits([kind], { world, random, desks, call });
    for (let step = 0; step < steps; step += 1) await edits.act();
    const keys = await server.database.db.select().from(idempotencyKey);
    const accepted = new Map(keys.flatMap(({ key, status, answer }) => ((status ?? 500) < 300 ? [[key, answer]] : [])));
    expect(await edits.check(accepted, false)).toEqual([]);
    expect(edits.counts.get(kind)?.saved).toBeGreaterThan(steps / 20);
  });
});
