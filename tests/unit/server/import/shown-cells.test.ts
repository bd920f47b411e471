import { expect, test } from 'vitest';
import { HEADER, readRows, type TestCell } from '#tests/support/workbooks.ts';
import { seeded } from '#tests/unit/contract/rules/seeded.ts';

/**
 * 2,000 cells of many formats and values: the model of each row is what a spreadsheet shows in the cell, or the row fails.
 * What a spreadsheet shows is written here a second way, without the library that the import reads formats with.
 */

const cells = 2000;
const cellsOfSeed = 500;

type Random = ReturnType<typeof seeded>;
/** The expected result for a value in a text column: the displayed text, or a failed row. */
type Shown = (value: number) => { text: string } | 'fails';

const text = (shown: string) => ({ text: shown });
const whole = (value: number) => String(Math.round(Math.abs(value)));
const signed = (value: number, shown: string) => text((value < 0 ? '-' : '') + shown);
/** Groups digits from the right; the first group takes the rest. */
function grouped(digits: string, last: number, between: string): string {
  return `${digits.slice(0, -last)}${between}${digits.slice(-last)}`;
}

const formats: readonly (readonly [format: string, shown: Shown])[] = [
  ['General', (value) => text(String(value))],
  ['@', (value) => text(String(value))],
  ['0', (value) => signed(value, whole(value))],
  ['#', (value) => signed(value, whole(value))],
  ['00000', (value) => signed(value, whole(value).padStart(5, '0'))],
  ['00000000', (value) => signed(value, whole(value).padStart(8, '0'))],
  ['"SN-"00000', (value) => signed(value, `SN-${whole(value).padStart(5, '0')}`)],
  ['\\A\\-0000', (value) => signed(value, `A-${whole(value).padStart(4, '0')}`)],
  ['0" pcs"', (value) => signed(value, `${whole(value)} pcs`)],
  ['[Red]000', (value) => signed(value, whole(value).padStart(3, '0'))],
  ['0000-0000', (value) => signed(value, grouped(whole(value).padStart(8, '0'), 4, '-'))],
  ['000 000', (value) => signed(value, grouped(whole(value).padStart(6, '0'), 3, ' '))],
  ['0.0', (value) => signed(value, Math.abs(value).toFixed(1))],
  ['0.000', (value) => signed(value, Math.abs(value).toFixed(3))],
  // Thousands separators, exponents and currencies do not belong to the number: only its digits count.
  ['#,##0', (value) => text(String(value))],
  ['#,##0.00', (value) => text(String(value))],
  ['0.00E+00', (value) => text(String(value))],
  ['₹ #,##0', (value) => text(String(value))],
  ['0%', () => 'fails'],
  ['0.00%', () => 'fails'],
  ['dd/mm/yyyy', () => 'fails'],
  ['d-mmm', () => 'fails'],
  ['mmm-yy', () => 'fails'],
  ['h:mm', () => 'fails'],
  ['[h]:mm:ss', () => 'fails'],
  ['yyyy-mm-dd hh:mm', () => 'fails'],
  [';;;', () => 'fails'],
];

const values: readonly ((random: Random) => number)[] = [
  (random) => random.int(1, 9),
  (random) => random.int(10, 99_999),
  (random) => random.int(100_000, 99_999_999),
  (random) => random.int(1, 999) * 1_000_000 + random.int(0, 999_999),
  (random) => random.int(1, 9999) / 8,
  (random) => random.int(1, 99) / 4,
  (random) => 999_999_999_999_000 + random.int(1, 999),
  (random) => -random.int(1, 99_999),
];
/** A spreadsheet has lost the last digits of these numbers. */
const tooLong: typeof values = [(random) => random.int(1, 9000) * 1e12 + 1e15];

test.each(Array.from({ length: cells / cellsOfSeed }, (_, place) => place + 1))(
  'A cell is stored as displayed, or its row fails, with seed %i',
  async (seed) => {
    const random = seeded(seed);
    const made = Array.from({ length: cellsOfSeed }, () => {
      const isTooLong = random.int(1, 20) === 1;
      const [format, shown] = random.pick(formats);
      const value = random.pick(isTooLong ? tooLong : values)(random);
      return { format, value, expected: isTooLong ? ('fails' as const) : shown(value) };
    });
    const rows = made.map(({ format, value }, place): TestCell[] => [
      `S-${place}`,
      'Pump',
      'BPL',
      { t: 'n', v: value, z: format },
    ]);
    const parsed = await readRows([HEADER, ...rows]);
    expect(parsed.rows).toHaveLength(cellsOfSeed);
    const stored = parsed.rows.map((row) => (row.ok ? text(row.device.modelName) : 'fails'));
    const wrong = made.flatMap((cell, place) =>
      JSON.stringify(stored[place]) === JSON.stringify(cell.expected) ? [] : [{ ...cell, stored: stored[place] }],
    );
    expect(wrong).toEqual([]);
  },
);
