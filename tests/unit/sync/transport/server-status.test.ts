import { describe, expect, it } from 'vitest';
import { createServerStatus } from '#sync/transport/server-status.ts';
import type { KnownClock } from '#sync/transport/known-clock.ts';

function setup(known: KnownClock = { clockOffsetMs: 0, notBeforeMs: 0 }) {
  const world = { now: 1_000_000, counted: 0, online: true };
  const kept: KnownClock[] = [];
  const told: string[] = [];
  const status = createServerStatus(
    {
      clock: { now: () => world.now, monotonic: () => world.counted, delay: () => Promise.resolve() },
      connectivity: {
        looksOnline: () => world.online,
        onSignOfLife: () => () => undefined,
        onUse: () => () => undefined,
        askWorker: () => undefined,
      },
    },
    known,
    (each) => kept.push(each),
  );
  status.onChange((event) => told.push(event));
  return { world, told, kept, status };
}

describe('The label "offline"', () => {
  it('begins with a failed attempt and ends with the next response', () => {
    const { status, told } = setup();
    status.failed();
    expect(status.offline()).toBe(true);
    status.alive();
    expect(status.offline()).toBe(false);
    expect(told).toEqual(['words', 'alive']);
  });

  it('PL4: is not restored by a request sent before the response', () => {
    const { status } = setup();
    const before = status.answers();
    status.alive();
    status.failed(before);
    expect(status.offline()).toBe(false);
    status.failed(status.answers());
    expect(status.offline()).toBe(true);
  });

  it('PL4: ends when another tab or the worker has had contact since', () => {
    const { status, world } = setup();
    status.failed();
    expect(status.offline(() => world.now - 1)).toBe(true);
    expect(status.offline(() => world.now + 1)).toBe(false);
    world.now += 10;
    status.failed();
    expect(status.offline(() => world.now - 5)).toBe(true);
  });

  it('ends with a response even if the platform reports no network, until it reports a new loss', () => {
    const { status, world, told } = setup();
    world.online = false;
    expect(status.offline()).toBe(true);
    status.alive();
    expect(status.offline()).toBe(false);
    expect(told).toEqual(['words']);
    world.online = true;
    expect(status.offline()).toBe(false);
    world.online = false;
    expect(status.offline()).toBe(true);
  });
});

const day = 86_400_000;
const contactMs = Date.UTC(2026, 10, 26, 8);
const header = (ms: number) => new Date(ms).toUTCString();

describe('The time now', () => {
  it('ST9 is never earlier than the last contact of an earlier start', () => {
    const { world, status } = setup({ clockOffsetMs: 0, notBeforeMs: contactMs });
    world.now = contactMs - 3 * day;
    expect(world.now + status.clockOffsetMs()).toBe(contactMs);
    expect(status.isTimeEstimated()).toBe(true);
    world.now += 3_600_000;
    world.counted += 3_600_000;
    expect(world.now + status.clockOffsetMs()).toBe(contactMs + 3_600_000);
  });

  it('ST9 counts on from the last contact when the clock is changed, and is measured again at the next', () => {
    const { world, status, told, kept } = setup();
    world.now = contactMs;
    status.measured(header(contactMs));
    expect(kept).toEqual([{ clockOffsetMs: 0, notBeforeMs: contactMs }]);
    world.counted += 600_000;
    world.now = contactMs + 600_000 - 6 * 365 * day;
    status.checkClock();
    expect(told).toEqual(['words']);
    expect(world.now + status.clockOffsetMs()).toBe(contactMs + 600_000);
    status.measured(header(contactMs + 700_000));
    expect(world.now + status.clockOffsetMs()).toBe(contactMs + 700_000);
    expect(status.isTimeEstimated()).toBe(false);
    expect(kept).toHaveLength(2);
  });

  it("ST9 is the tablet's own again once its user has corrected the clock", () => {
    const { world, status } = setup({ clockOffsetMs: 0, notBeforeMs: contactMs });
    world.now = contactMs - day;
    expect(status.isTimeEstimated()).toBe(true);
    world.now = contactMs + day;
    expect(status.clockOffsetMs()).toBe(0);
    expect(status.isTimeEstimated()).toBe(false);
  });

  it('a clock that is behind as measured is not estimated', () => {
    const { world, status } = setup();
    world.now = contactMs - 3 * day;
    status.measured(header(contactMs));
    world.now += day;
    world.counted += day;
    expect(status.clockOffsetMs()).toBe(3 * day);
    expect(status.isTimeEstimated()).toBe(false);
  });

  it('ST9 follows a later contact recorded by another tab or the worker', () => {
    const { world, status, told } = setup({ clockOffsetMs: 0, notBeforeMs: contactMs });
    world.now = contactMs - 3 * day;
    status.learn({ clockOffsetMs: 0, notBeforeMs: contactMs - day });
    expect(world.now + status.clockOffsetMs()).toBe(contactMs);
    status.learn({ clockOffsetMs: 3 * day + 60_000, notBeforeMs: contactMs + 60_000 });
    expect(world.now + status.clockOffsetMs()).toBe(contactMs + 60_000);
    expect([status.isTimeEstimated(), told]).toEqual([false, ['words']]);
  });

  it('ST9 takes no earlier time from a response that a proxy may have cached', () => {
    const { world, status } = setup({ clockOffsetMs: 0, notBeforeMs: contactMs });
    world.now = contactMs;
    status.measured(header(contactMs - day), true);
    expect(status.clockOffsetMs()).toBe(0);
    status.measured(header(contactMs - day));
    expect(status.clockOffsetMs()).toBe(-day);
  });
});
