import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compiledCatalogue } from '../../../../scripts/catalogues.ts';
import { closeReasons, faultKinds } from '#contract/records/fault-report.ts';
import { languages, preferredLanguage, timeWords } from '#ui/visitor/words.ts';

type Catalogue = Readonly<Record<string, string>>;
const read = (language: string) =>
  JSON.parse(readFileSync(`src/visitor/words/${language}.messages`, 'utf8')) as Catalogue;
const textsOf = (catalogue: Catalogue) => Object.entries(catalogue).filter(([key]) => !key.startsWith('_'));
const factsIn = (text: string) => [...new Set(text.match(/\{\w+(?=[},])/g) ?? [])].toSorted();
const english = read('en');

describe.each(Object.keys(languages))('The catalogue %s', (language) => {
  const own = read(language);

  it('has every text with the placeholders of the English one', () => {
    expect(textsOf(own).map(([key]) => key)).toEqual(textsOf(english).map(([key]) => key));
    for (const [key, text] of textsOf(own)) expect([key, factsIn(text)]).toEqual([key, factsIn(english[key] ?? '')]);
  });

  it('has Latin digits only', () => {
    expect(textsOf(own).filter(([, text]) => /(?=\D)\p{Nd}/u.test(text))).toEqual([]);
  });

  it('is marked as reviewed by a native speaker or not, as in docs/languages.md', () => {
    const isReviewed = language === 'en';
    expect(own['_review']).toBe(isReviewed ? undefined : 'No native speaker has reviewed this catalogue.');
    const reader = isReviewed ? 'the team' : 'nobody yet';
    expect(readFileSync('docs/languages.md', 'utf8')).toMatch(new RegExp(`\\| ${language} \\|.*\\| ${reader} \\|`));
  });
});

it('the English catalogue has texts for every kind of fault and every reason', () => {
  for (const kind of faultKinds) expect(english[`kind_${kind.replaceAll('-', '_')}`]).toBeTruthy();
  for (const reason of closeReasons) expect(english[`closed_${reason.replaceAll('-', '_')}`]).toBeTruthy();
});

it('texts of unsent reports ask to keep the page open, and do not blame the phone for a flood', () => {
  for (const key of ['waiting', 'later']) expect(english[key]).toContain('Keep this page open, or open it again');
  expect(english['later']).not.toContain('phone');
});

it('a missing text is compiled as the English one', async () => {
  const code = compiledCatalogue('hi', { _review: 'no', send: 'भेजें' }, { send: 'Send', people: '{shown} people' });
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  const { default: words } = (await import(/* @vite-ignore */ url)) as {
    default: Record<string, (facts?: object) => string>;
  };
  expect([words['send']?.(), words['people']?.({ shown: '2' }), words['_review']]).toEqual([
    'भेजें',
    '2 people',
    undefined,
  ]);
});

it.each([
  [['bn-IN', 'en'], 'bn'],
  [['fr-FR', 'ta'], 'ta'],
  [['fr'], 'en'],
] as const)('the page opens in the first available language of the browser: %j', (asked, language) => {
  expect(preferredLanguage(asked)).toBe(language);
});

it("times of day are the hospital's, in Latin digits, with the day if it is another one", () => {
  const now = Date.parse('2026-11-28T08:00:00Z');
  expect(timeWords('ar', '2026-11-28T05:12:00Z', 'Asia/Kolkata', now)).toBe('10:42');
  expect(timeWords('bn', '2026-11-27T05:12:00Z', 'Asia/Kolkata', now)).toMatch(/27.*10:42/);
  expect(timeWords('en', '2026-11-27T05:12:00Z', 'Asia/Kolkata', now)).toBe('27 Nov, 10:42');
});

it.each(Object.keys(languages) as (keyof typeof languages)[])('midnight is 00:05 in %s', (language) => {
  const midnight = '2026-11-27T18:35:00Z';
  expect(timeWords(language, midnight, 'Asia/Kolkata', Date.parse(midnight))).toBe('00:05');
});
