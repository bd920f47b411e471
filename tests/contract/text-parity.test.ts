import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderKey } from '#contract/rules/natural-order.ts';
import { sameKey, searchKey } from '#contract/rules/text.ts';
import { startTestDatabases, type TestDatabase, type TestDatabases } from '#tests/support/test-database.ts';

/** Lists search and sort online (SQL) as they do offline: both compute the same keys. */

let databases: TestDatabases;
let database: TestDatabase;
beforeAll(async () => {
  databases = await startTestDatabases();
  database = await databases.create();
});
afterAll(async () => {
  await database.close();
  await databases.stop();
});

const lastCodePoint = 0xffff;
/** Skips most ideographs and Hangul syllables: each block follows one rule, so a few represent all. */
const isOneOfMany = (code: number) =>
  /\p{Script=Han}|\p{Script=Hangul}/u.test(String.fromCodePoint(code)) && code % 97 !== 0;
const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;

/** Matches marks and letters that Unicode added after version 15, which the database uses. */
const isNewer = (character: string) => /[\u1acf-\u1aeb\ua7ce-\ua7f1]/.test(character);

/** Returns each character, in a word and between letters with marks. */
function everyCharacter(): string[] {
  const texts: string[] = [];
  for (let code = 1; code <= lastCodePoint; code += 1) {
    const character = String.fromCodePoint(code);
    if (isSurrogate(code) || isOneOfMany(code) || isNewer(character) || /\p{Cn}/u.test(character)) continue;
    texts.push(`Ab${character}c 7 é${character}\u0301\u200d${character}`);
  }
  return texts;
}

const words = [
  'Cardiología',
  'CARDIOLOGI\u0301A',
  'Müller',
  "O'Neil",
  'O’Neil',
  'Straße',
  'ﬁlter',
  'Œuvre Ærø',
  'Łódź',
  'ΑΘΗΝΆΣ',
  'Йод',
  'हिन्दी',
  'மருத்துவம்',
  'B\u00a0\u2011 S08\u20131',
  '  two   spaces ',
  'MON-2',
  'MON-10',
  'a007b0000000000000000000000012',
  '12345678901234567890',
  'ＢＳ０８',
  'İstanbul',
  '100% _x_ \\',
  'ب\u0640ت',
  'कि\u200dताब \u200c',
  '👩\u200d⚕️ \u{1d7d9}2',
  '𐐀𐐨',
];

test('keys for names, searches and sorting are the same in database and app, for every character', async () => {
  const texts = [...everyCharacter(), ...words];
  const { rows } = await database.pool.query<{ same: string; search: string; sorted: string }>(
    `select ward_key(t) as same, ward_search(t) as search, ward_order(t) as sorted
     from unnest($1::text[]) with ordinality as x (t, place) order by place`,
    [texts],
  );
  const different = texts.flatMap((text, at) => {
    const { same, search, sorted } = rows[at]!;
    const ours = [sameKey(text), searchKey(text), orderKey(text)];
    const theirs = [same, search, sorted];
    return ours.every((key, each) => key === theirs[each]) ? [] : [{ text, ours, theirs }];
  });
  expect(different.slice(0, 5)).toEqual([]);
});

test('the database sorts like the app', async () => {
  const names = [
    'MON-10',
    'mon-2',
    'MON-1',
    'Room 10',
    'room 9',
    'Éclair',
    'Eclair 2',
    'Zoo',
    'ICU',
    'Øre',
    'Ähre',
    '9',
    '10',
  ];
  const { rows } = await database.pool.query<{ t: string }>(
    `select t from unnest($1::text[]) as x (t) order by ward_order(t) collate "C"`,
    [names],
  );
  const byKey = (a: string, b: string) => (orderKey(a) < orderKey(b) ? -1 : 1);
  expect(rows.map(({ t }) => t)).toEqual(names.toSorted(byKey));
});
