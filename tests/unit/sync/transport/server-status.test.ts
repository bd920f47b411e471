import { describe, expect, it } from 'vitest';
import { createServerStatus } from '#sync/transport/server-status.ts';

function setup() {
  const world = { now: 1_000_000, online: true };
  const told: string[] = [];
  const status = createServerStatus(
    {
      clock: { now: () => world.now, delay: () => Promise.resolve() },
      connectivity: {
        looksOnline: () => world.online,
        onSignOfLife: () => () => undefined,
        onUse: () => () => undefined,
        askWorker: () => undefined,
      },
    },
    0,
  );
  status.onChange((event) => told.push(event));
  return { world, told, status };
}

describe('The word "offline"', () => {
  it('begins with a failed attempt and ends with the next answer', () => {
    const { status, told } = setup();
    status.failed();
    expect(status.offline()).toBe(true);
    status.alive();
    expect(status.offline()).toBe(false);
    expect(told).toEqual(['words', 'alive']);
  });

  it('PL4: is not brought back by a request that was sent before the answer', () => {
    const { status } = setup();
    const before = status.answers();
    status.alive();
    status.failed(before);
    expect(status.offline()).toBe(false);
    status.failed(status.answers());
    expect(status.offline()).toBe(true);
  });

  it('PL4: ends with what another tab or the worker has heard since', () => {
    const { status, world } = setup();
    status.failed();
    expect(status.offline(() => world.now - 1)).toBe(true);
    expect(status.offline(() => world.now + 1)).toBe(false);
    world.now += 10;
    status.failed();
    expect(status.offline(() => world.now - 5)).toBe(true);
  });

  it('ends with an answer even where the platform sees no network, until it sees one and loses it again', () => {
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
