import { describe, expect, it } from 'vitest';
import { type Ended, runScheduled, type Scheduled } from '#tests/run/schedule.ts';

interface Played {
  /** The checks that were running when each check started, including itself. */
  began: string[][];
  ended: string[];
}

/** Runs checks that finish in the order in which they started, one per turn of the event loop. */
async function play(checks: Scheduled[], cores: number, failing: readonly string[] = []): Promise<Played> {
  const running: string[] = [];
  const played: Played = { began: [], ended: [] };
  await runScheduled(
    checks,
    cores,
    async ({ name }) => {
      running.push(name);
      played.began.push([...running]);
      do await new Promise((resolve) => setImmediate(resolve));
      while (running[0] !== name);
      running.shift();
      return { ok: !failing.includes(name) };
    },
    ({ name }, how: Ended<{ ok: boolean }>) => played.ended.push(how.ran ? name : `${name} without ${how.without}`),
  );
  return played;
}

describe('checks that run in parallel', () => {
  it('use all cores and start in order', async () => {
    const { began } = await play(
      [
        { name: 'types', cores: 1 },
        { name: 'lint', cores: 1 },
        { name: 'unit', cores: 2 },
        { name: 'size', cores: 1 },
      ],
      2,
    );
    expect(began).toEqual([['types'], ['types', 'lint'], ['unit'], ['size']]);
  });

  it('wait for their predecessors, and let others pass', async () => {
    const { began } = await play(
      [
        { name: 'build', cores: 1 },
        { name: 'browser', cores: 2, after: ['build'] },
        { name: 'format', cores: 1 },
      ],
      2,
    );
    expect(began).toEqual([['build'], ['build', 'format'], ['browser']]);
  });

  it('do not run when what they need has failed, nor do their dependents', async () => {
    const { ended } = await play(
      [
        { name: 'build', cores: 1 },
        { name: 'browser', cores: 1, after: ['build'] },
        { name: 'unit', cores: 1 },
        { name: 'story', cores: 1, after: ['browser'] },
      ],
      1,
      ['build'],
    );
    expect(ended).toEqual(['build', 'browser without build', 'story without browser', 'unit']);
  });

  it('with circular dependencies are refused', async () => {
    const circle = [
      { name: 'hen', cores: 1, after: ['egg'] },
      { name: 'egg', cores: 1, after: ['hen'] },
    ];
    await expect(play(circle, 2)).rejects.toThrow('hen, egg');
  });

  it('run on one core, and without checks that are not part of the run', async () => {
    const { ended } = await play([{ name: 'browser', cores: 2, after: ['build'] }], 1);
    expect(ended).toEqual(['browser']);
  });
});
