import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createGate } from '#server/gate.ts';
import { createWriteGate } from '#server/db/write-gate.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function held() {
  const ends: (() => void)[] = [];
  const write = () => new Promise<void>((resolve) => ends.push(resolve));
  return { ends, write };
}

it("Writes of one hospital leave room for another's, and all writes for reads", async () => {
  const gate = createWriteGate();
  const city = held();
  const lake = held();
  const all = [
    ...Array.from({ length: 30 }, () => gate.run('city', city.write)),
    ...Array.from({ length: 30 }, () => gate.run('lake', lake.write)),
  ];
  await vi.advanceTimersByTimeAsync(0);
  expect([city.ends.length, lake.ends.length]).toEqual([8, 4]);
  while (city.ends.length + lake.ends.length > 0) {
    city.ends.splice(0).forEach((end) => end());
    lake.ends.splice(0).forEach((end) => end());
    await vi.advanceTimersByTimeAsync(0);
  }
  await Promise.all(all);
});

it('A write that waits too long is refused with a retry time, and frees its place', async () => {
  const gate = createWriteGate(() => 0.5);
  const first = held();
  const running = Array.from({ length: 8 }, () => gate.run('city', first.write));
  const waiting = gate.run('city', () => Promise.resolve('done'));
  const refused = expect(waiting).rejects.toMatchObject({ code: 'server.busy', retryAfter: 6 });
  await vi.advanceTimersByTimeAsync(12_000);
  await refused;
  first.ends.forEach((end) => end());
  await Promise.all(running);
  expect(await gate.run('city', () => Promise.resolve('done'))).toBe('done');
});

it('A failed write frees its place', async () => {
  const gate = createWriteGate();
  for (let tried = 0; tried < 20; tried += 1) {
    await expect(gate.run('city', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  }
  expect(await gate.run('city', () => Promise.resolve('done'))).toBe('done');
});

it('A large holder that leaves makes room for several, and none exceeds its share', async () => {
  const gate = createGate({ inAll: 10, each: [8, 4] });
  const leaveFirst = await gate.enter(['city', 'Ann'], 4);
  const leaveSecond = await gate.enter(['city', 'Bo'], 4);
  const entered: string[] = [];
  const enter = (holder: string, session: string, size: number) =>
    gate.enter([holder, session], size).then(() => entered.push(session));
  const all = [enter('city', 'Cy', 2), enter('city', 'Di', 2), enter('city', 'Ann', 1), enter('lake', 'Eve', 2)];
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual(['Eve']);
  leaveSecond();
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual(['Eve', 'Cy', 'Di']);
  leaveFirst();
  await Promise.all(all);
  expect(entered).toEqual(['Eve', 'Cy', 'Di', 'Ann']);
});
