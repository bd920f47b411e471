import { hostileParts, hostileText } from '#tests/security/hostile.ts';
import type { Seeded } from '#tests/faults/seeded.ts';

/** Text inserted into JSON or a URL unescaped, as no serializer would. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Serializes JSON with raw texts unescaped, and `pairs` including duplicate keys. */
export function writeJson(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value))
    return `[${value.map((each) => (each === undefined ? 'null' : writeJson(each))).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const pairs = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${pairs.map(([key, each]) => `${JSON.stringify(key)}:${writeJson(each)}`).join(',')}}`;
}

/** Ids that do not exist. */
export const unknownIds = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-4fff-bfff-ffffffffffff',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '11111111-2222-4333-8444-555555555555',
  'f'.repeat(64),
  '0'.repeat(64),
  '1',
  '-1',
] as const;

const numbers: readonly unknown[] = [
  0,
  -0,
  1,
  -1,
  0.1,
  1.005,
  0.000_000_1,
  99.999,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  2 ** 63,
  2 ** 64,
  999_999_999_999,
  999_999_999_999.99,
  1_000_000_000_000,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  new Raw('1e999'),
  new Raw('-1e999'),
  new Raw('-0.0'),
  new Raw(`1${'0'.repeat(400)}`),
  new Raw('9223372036854775808'),
  new Raw('0.1000000000000000055511151231257827021181583404541015625'),
];

const times = [
  '0202-06-01',
  '0000-01-01',
  '0001-01-01',
  '1949-12-31',
  '1950-01-01',
  '2100-12-31',
  '2101-01-01',
  '9999-12-31',
  '2026-02-29',
  '2026-02-30',
  '2024-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-1-1',
  '0000-01-01T00:00:00Z',
  '0202-06-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '2100-12-31T23:59:59.999-14:00',
  '1950-01-01T00:00:00+14:00',
  '2026-06-30T23:59:60Z',
  '2026-06-30T24:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '2026-06-30T12:00:00.123456789012345678Z',
  'Infinity',
  'now',
  'epoch',
] as const;

const words = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\ufffe\uffff',
  '\u202Etxt.exe',
  '\u200B\u2060\uFEFF',
  'e\u0301\u0327'.repeat(50),
  '👩‍🚀'.repeat(30),
  'İıßﬀŉ',
  'ＡＢＣ１２３',
  '\r\nset-cookie: stolen=1\r\n\r\n<b>',
  '\n\t\v\f\u0085\u2028',
  'x'.repeat(255),
  'x'.repeat(256),
  '𝒳'.repeat(128),
  'x'.repeat(4000),
  'x'.repeat(4001),
  'ü'.repeat(70_000),
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'true',
  'NaN',
  '1e999',
  '0x10',
  '١٢٣',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '%00',
  '%ff',
  '$1',
  '$$',
  '{}',
  '[]',
  '=cmd|/c calc!A0',
  '<!--#exec cmd="id"-->',
  '/etc/passwd',
  String.raw`..\..\windows`,
  'file:///etc/passwd',
  'javascript:alert(1)',
  'a@b.co',
  '"a b"@example.org',
  'a@[127.0.0.1]',
  `${'a'.repeat(64)}@${'b'.repeat(180)}.org`,
  'ADMIN@WARD.TEST',
  ...hostileParts,
  ...unknownIds,
] as const;

const shapes: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  ['x'],
  { $ne: 1 },
  { length: 1e9 },
  { toString: 1 },
  new Raw('{"__proto__":{"isAdmin":true}}'),
  new Raw('{"constructor":{"prototype":{"isAdmin":true}}}'),
  new Raw('{"a":1,"a":2}'),
  new Raw('{"toJSON":1}'),
  new Raw(`"${String.raw`\ud800`}"`),
  new Raw(`"${String.raw`\u0000`}"`),
];

/** Nested to the maximum depth, one level deeper, and far deeper. */
const nested = (depth: number): Raw => new Raw('[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2));

/** A hostile value, usually of the same type as the original; `mark` marks texts as the caller's. */
export function hostileValue(random: Seeded, mark: string, stood: unknown): unknown {
  const kind = random.next();
  const isTime = typeof stood === 'string' && /^\d{4}-\d\d/.test(stood);
  if (kind < 0.08) return random.pick(shapes);
  if (kind < 0.1) return nested(random.pick([4, 24, 30, 34, 64, 2000]));
  if (kind < 0.12) return Array.from({ length: random.pick([101, 2001, 10_001]) }, () => random.pick([0, 'x', null]));
  if (kind < 0.2) return random.pick(numbers);
  if (kind < 0.26 || (isTime && kind < 0.7)) return random.pick(times);
  if (typeof stood === 'number') return random.pick(numbers);
  if (typeof stood === 'boolean') return random.pick(['Yes', 'No', 'true', '', 0, 1, null, !stood]);
  if (kind < 0.4) return `${random.pick(words)}${mark}`;
  if (kind < 0.45) return hostileText(mark);
  return random.pick(words);
}

/** The same for a part of a URL, where everything is text; sometimes with bytes that are invalid in a URL. */
export function hostilePart(random: Seeded, mark: string): string | Raw {
  if (random.chance(0.25)) return new Raw(random.pick(rawBytes));
  const value = random.pick<unknown>([...times, ...words, ...numbers, mark]);
  return value instanceof Raw ? value.text : String(value);
}

/** Percent-encodings that are invalid, double, or decode to characters that a path must not contain. */
export const rawBytes = [
  '%',
  '%zz',
  '%ff',
  '%c0%ae%c0%ae',
  '%00',
  '%252e%252e%252f',
  '%2e%2e',
  '%2f',
  '%5c',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%u0041',
  '%ed%a0%80',
  '%f4%90%80%80',
  '%0d%0aset-cookie:%20stolen=1',
  '%E0%A4%A',
  'x'.repeat(3000),
  '%41'.repeat(2500),
  ';a=b',
  '*',
  '~',
  '[]',
  '%7b%7d',
] as const;
