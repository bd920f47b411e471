import { describe, expect, test } from 'vitest';
import { requiredNote, requiredText, serialText } from '#contract/fields.ts';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';
import { containsWords, sameKey, searchWords } from '#contract/rules/text.ts';
import { cleanLine, cleanNote } from '#contract/rules/typed-text.ts';

describe('P220 Stored text', () => {
  test.each([
    ['Siemens\u00a0\n  Healthineers ', 'Siemens Healthineers'],
    ['Cardiologi\u0301a', 'Cardiología'],
    ['Radio\u200blogy', 'Radiology'],
    ['\ufeffICU\u200e', 'ICU'],
    ['\u2800\u3164', ''],
    ['\u200d Pump \u200c', 'Pump'],
    ['क्\u200dष', 'क्\u200dष'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['👩\u200d⚕️', '👩\u200d⚕️'],
    ['B\u2011S08\u20131', 'B\u2011S08\u20131'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(cleanLine(typed)).toBe(stored);
  });

  test('a text of several lines keeps its line breaks', () => {
    expect(cleanNote(' Fan  noisy\t\r\n\u200b\nsmell of\u00a0smoke ')).toBe('Fan noisy\n\nsmell of smoke');
  });

  test('fields of forms and of the API do so too, and a text of invisible characters is empty', () => {
    expect(requiredText('Name is required.').parse('  Radio\u00adlogy \u00a0 2 ')).toBe('Radiology 2');
    expect(requiredText('Name is required.').safeParse('\u200b\u3164').error?.issues[0]?.message).toBe(
      'Name is required.',
    );
    expect(requiredNote('Please describe.').parse('a \nb')).toBe('a\nb');
  });
});

describe('P221 Names and serials are equal', () => {
  test.each([
    ['B-S08-1', '\ufeffb-s08\u00ad-1\u200d'],
    ['Cardiología', 'CARDIOLOGI\u0301A'],
    ['Siemens Healthineers', 'siemens \u00a0healthineers '],
    ['ΟΔΟΣ', 'οδοσ'],
  ])('%j and %j', (one, other) => {
    expect(sameKey(one)).toBe(sameKey(other));
  });

  test.each([
    ['Cardiologia', 'Cardiología'],
    ['B-S08', 'B\u2011S08'],
    ['BS08', 'ＢＳ０８'],
    ['MON-2', 'MON-02'],
  ])('but not %j and %j', (one, other) => {
    expect(sameKey(one)).not.toBe(sameKey(other));
  });
});

describe('P222 A serial number', () => {
  const problemOf = (typed: string) => serialText().safeParse(typed).error?.issues[0]?.message;
  test('loses invisible characters, including joiners', () => {
    expect(serialText().parse('\u200eAB\u200d-1 \u200b')).toBe('AB-1');
  });
  test.each(['A1\nA2', 'X9\tY', 'A1\u2028A2'])('with a line break or a tab is refused: %j', (typed) => {
    expect(problemOf(typed)).toBe('Serial number must not contain a line break or a tab: give each device its own.');
  });
  test('may end with a line break', () => {
    expect(serialText().parse('E5001\r\n')).toBe('E5001');
  });
  test.each(['.', '..', '-/-', '\u200b', '***'])('without a letter or digit is missing: %j', (typed) => {
    expect(problemOf(typed)).toBe('Serial number is required.');
  });
  test.each(['१२', 'А-1', '٣'])('may be of any script: %j', (typed) => {
    expect(serialText().parse(typed)).toBe(typed);
  });
});

describe('P223 A search', () => {
  test.each([
    ['cardiologia', 'Cardiología'],
    ['muller', 'Müller'],
    ['ltd under', 'Under Ltd'],
    ['oneil', "O'Neil"],
    ['o’neil', 'ONeil'],
    ['strasse', 'Straße'],
    ['STRAẞE', 'Strasse'],
    ['filter', 'ﬁlter'],
    ['oeuvre', 'Œuvre'],
    ['xray', 'X-Ray'],
    ['x–ray', 'X-ray'],
    ['αθηνα', 'ΑΘΉΝΑ'],
    ['елка', 'Ёлка'],
    ['हिन्दी', 'हिन्दी'],
    ['two  spaces', 'spaces, two'],
    ['radiology', 'Radio\u200blogy'],
  ])('for %j finds %j', (typed, text) => {
    expect(containsWords(text, searchWords(typed))).toBe(true);
  });

  test.each([
    ['हद', 'हिन्दी'],
    ['कि', 'की'],
    ['%', 'Pump'],
    ['_', 'Pump'],
    ['under limited', 'Under Ltd'],
  ])('for %j does not find %j', (typed, text) => {
    expect(containsWords(text, searchWords(typed))).toBe(false);
  });
});

describe('P224 Natural order', () => {
  test('sorts numbers by value, regardless of case and accents', () => {
    const names = [
      'MON-10',
      'mon-2',
      'MON-1',
      'Room 10',
      'room 9',
      'Éclair',
      'eclipse',
      'A-3-1',
      'A-2-10',
      'Lot 7',
      'Lot 007b',
    ];
    expect(names.toSorted(inNaturalOrder)).toEqual([
      'A-2-10',
      'A-3-1',
      'Éclair',
      'eclipse',
      'Lot 7',
      'Lot 007b',
      'MON-1',
      'mon-2',
      'MON-10',
      'room 9',
      'Room 10',
    ]);
  });
});
