import { expect, test } from 'vitest';
import { areAlikeNames, mixesAlphabets } from '#contract/rules/alike-names.ts';

test.each([
  ['A. Rao', ' a.  RAO'],
  ['A. Rao', 'A Rao.'],
  ['A. Rao', 'A. Ra\u200Bo'],
  ['A. Rao', 'A. Ra\uFE0Fo'],
  ['A. Rao', 'Ａ. Rao'],
  ['A. Rao', 'А. Rao'],
  ['A. Rao', 'A. Raο'],
  ['A. Rao', 'A. Ra0'],
  ['José', 'Jose'],
  ['Asha Pao', 'Аѕһа Рао'],
  ['Ali Khan', 'AIi Khan'],
  ['Ali Khan', 'A1i Khan'],
  ['B. Sharma', 'B. Sharrna'],
  ['Вера', 'вера'],
])('P397 %s looks like %s', (one, other) => {
  expect([areAlikeNames(one, other), areAlikeNames(other, one)]).toEqual([true, true]);
});

test.each([
  ['A. Rao', 'A. Rau'],
  ['A. Rao', 'B. Rao'],
  ['A. Rao', 'A. Rao 2'],
  ['Mala', 'Maia'],
  ['आशा राव', 'आशा राम'],
  ['கமலா', 'கமல்'],
])('P397 %s differs from %s', (one, other) => {
  expect(areAlikeNames(one, other)).toBe(false);
});

test('P397 a name mixes alphabets if it has Latin letters beside those of one that looks similar', () => {
  expect(['А. Rao', 'A. Raο', 'ᎪAsha', 'Ꭺsha'].map(mixesAlphabets)).toEqual([true, true, true, true]);
  expect(['A. Rao', 'Asha राव', 'Вера', 'Σοφία', 'Łukasz'].map(mixesAlphabets)).toEqual(Array(5).fill(false));
});
