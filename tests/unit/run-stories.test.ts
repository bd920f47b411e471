import { describe, expect, it } from 'vitest';
import { engines } from '#tests/engines/engine.ts';
import { storiesOf } from '#tests/engines/stories.ts';
import { campaignTurns, checks, checksOf, longTurns, shortTurns, storiesOfDay } from '#tests/run/checks.ts';
import { partsByTime } from '#tests/run/parts.ts';
import { secondsOfStory } from '#tests/run/story-seconds.ts';

const timeOf = (stories: readonly string[]): number => stories.reduce((sum, story) => sum + secondsOfStory(story), 0);
const someDay = 20_783;

describe('parts of similar duration', () => {
  it('contain each name once', () => {
    const seconds: Record<string, number> = { a: 10, b: 6, c: 5, d: 4, e: 3 };
    expect(partsByTime(Object.keys(seconds), (name) => seconds[name] ?? 0, 2)).toEqual([
      ['a', 'd'],
      ['b', 'c', 'e'],
    ]);
  });
});

describe.each(engines)('the stories of a day in %s', (engine) => {
  it.each([
    ['long', true, longTurns],
    ['short', false, shortTurns[engine]],
  ])('are all covered in the days of the %s run, and no day is empty', (_, long, turns) => {
    for (const start of [0, someDay]) {
      const days = Array.from({ length: turns }, (_day, at) => storiesOfDay(engine, { long, day: start + at }));
      expect(days.filter((stories) => stories.length === 0)).toEqual([]);
      expect([...new Set(days.flat())].toSorted()).toEqual(storiesOf(engine).toSorted());
    }
  });

  it('are all covered in three days of CI, in parts of similar duration', () => {
    expect(longTurns).toBe(3);
    const times = [0, 1, 2].map((at) => someDay + at).map((day) => timeOf(storiesOfDay(engine, { long: true, day })));
    expect(Math.max(...times) / Math.min(...times)).toBeLessThan(1.15);
  });
});

describe('the ward round', () => {
  it('runs in Chromium every day', () => {
    for (const long of [true, false]) {
      for (let day = 0; day < 30; day += 1)
        expect(storiesOfDay('chromium', { long, day })).toContain('ward-round-story');
    }
  });
});

describe('the checks of a day', () => {
  const namesOn = (day: number, only = ''): string[] => checksOf({ long: true, day }, only).map(({ name }) => name);

  it('have all run within one turn of the campaigns, those without turns every day', () => {
    const days = Array.from({ length: campaignTurns }, (_, at) => namesOn(someDay + at));
    expect(new Set(days.flat())).toEqual(new Set(checks.map(({ name }) => name)));
    for (const { name } of checks.filter(({ onDay }) => onDay === undefined))
      expect(days.filter((names) => names.includes(name))).toHaveLength(campaignTurns);
  });

  it('are those requested by name on any day', () => {
    for (let day = 0; day < campaignTurns; day += 1) expect(namesOn(day, 'attack')).toEqual(['a server under attack']);
  });
});
