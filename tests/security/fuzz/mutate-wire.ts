import { idempotencyHeader } from '#contract/calls/sync.ts';
import type { Seeded } from '#tests/faults/seeded.ts';
import type { Draft } from './request.ts';
import { strangeValues } from './strange-headers.ts';

/** Input for mutating a request. */
export interface WireGround {
  random: Seeded;
  /** Keys of earlier writes, of both hospitals. */
  keys: readonly string[];
}

type WireMutation = (draft: Draft, ground: WireGround) => Draft;

/** Larger bodies and heads are refused while they are being sent, which closes the connection. */
const aloneBytes = 1_000_000;

const withHeader = (draft: Draft, name: string, value: string): Draft => ({
  ...draft,
  headers: [...draft.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase()), [name, value]],
});
const withBody = (draft: Draft, body: Buffer): Draft => ({ ...draft, body, isAlone: body.length > aloneBytes });

const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json; charset=',
  'application/json;application/json',
  'APPLICATION/JSON',
  'application/problem+json',
  'application/vnd.api+json',
  'application/octet-stream',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/mixed; boundary=x',
  'text/html; charset=UTF-8',
  '*/*',
  'json',
  '/',
  ';',
  `application/json; x=${'y'.repeat(4000)}`,
] as const;

const otherType: WireMutation = (draft, { random }) =>
  withHeader({ ...draft, body: draft.body ?? Buffer.from('{}') }, 'content-type', random.pick(types));

const wholeBodies = (): readonly string[] => [
  '',
  ' ',
  'null',
  'true',
  '0',
  '"x"',
  '[]',
  '{}',
  '[[]]',
  '{"a":1}{"b":2}',
  '{"a":1,}',
  "{'a':1}",
  '{a:1}',
  '{"a":NaN}',
  '{"a":1e999}',
  '// c\n{}',
  '\uFEFF{}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"a":"',
  `"${String.raw`\ud800`}"`,
  `{"${String.raw`\u0000`}":1}`,
  '{"a":'.repeat(40),
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  `"${'x'.repeat(300_000)}"`,
  `${' '.repeat(200_000)}{}`,
  `[${'0,'.repeat(100_000)}0]`,
  `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":0`).join(',')}}`,
  `"${'x'.repeat(4_300_000)}"`,
];
let bodies: readonly string[] | undefined;

/** Another body, or the same one corrupted. */
const brokenBody: WireMutation = (draft, { random }) => {
  const json = withHeader(draft, 'content-type', 'application/json');
  const { body } = draft;
  if (!body || body.length === 0 || random.chance(0.5)) {
    bodies ??= wholeBodies();
    return withBody(json, Buffer.from(random.pick(bodies)));
  }
  const at = random.below(body.length);
  switch (random.below(5)) {
    case 0:
      return withBody(json, body.subarray(0, at));
    case 1:
      return withBody(
        json,
        Buffer.concat([body.subarray(0, at), Buffer.from([random.below(256)]), body.subarray(at + 1)]),
      );
    case 2:
      return withBody(
        json,
        Buffer.concat([body.subarray(0, at), Buffer.from([0xc3, 0x28, 0xff, 0xfe]), body.subarray(at)]),
      );
    case 3:
      return withBody(json, Buffer.from(body.toString('utf8'), 'utf16le'));
    default:
      return withBody(json, Buffer.concat([body, body]));
  }
};

const fieldNames = [
  '__proto__',
  'constructor',
  'toString',
  '',
  'files',
  'File',
  'TaskId',
  'x'.repeat(300),
  'a[b]',
  'é',
];
const fileNames = [
  'a.pdf',
  '../../etc/passwd',
  'a"; filename="b.exe',
  '',
  'x'.repeat(400),
  'ü\u202Efdp.exe',
  'CON',
  '.',
];
const fileBytes = [
  Buffer.alloc(0),
  Buffer.from('%PDF-1.7 x'),
  Buffer.from('<svg onload=alert(1)>'),
  Buffer.alloc(70_000, 'x'),
];

/** A form with arbitrary fields and files, complete or truncated. */
const strangeForm: WireMutation = (draft, { random }) => {
  const boundary = '----ward-fuzz';
  const parts: Buffer[] = [];
  for (let left = random.pick([0, 1, 2, 5, 12, 120]); left > 0; left -= 1) {
    const name = random.pick(fieldNames);
    const isFile = random.chance(0.4);
    const file = isFile ? `; filename="${random.pick(fileNames)}"` : '';
    const type = isFile && random.chance(0.5) ? '\r\ncontent-type: application/pdf' : '';
    const value = isFile ? random.pick(fileBytes) : Buffer.from(random.pick(['', 'x', '{"a":1}', 'x'.repeat(5000)]));
    parts.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}${type}\r\n\r\n`),
      value,
    );
    parts.push(Buffer.from('\r\n'));
  }
  const end = random.pick([`--${boundary}--\r\n`, `--${boundary}`, '', `--${boundary}--`]);
  const type = `multipart/form-data; boundary=${boundary}`;
  return withBody(withHeader(draft, 'content-type', type), Buffer.concat([...parts, Buffer.from(end)]));
};

const inChunks: WireMutation = (draft) => ({ ...draft, body: draft.body ?? Buffer.from('{}'), framing: 'chunked' });

/** A wrong body length: the rest becomes the next request of this connection, which no other owner shares. */
const wrongLength: WireMutation = (draft) => ({
  ...draft,
  body: draft.body ?? Buffer.from('{"a":1}'),
  framing: 'wrong',
  isAlone: true,
});

const headerNames = Object.keys(strangeValues);

/** One to three headers that our app never sends. */
const strangeHeaders: WireMutation = (draft, { random, keys }) => {
  let changed = draft;
  for (let left = random.pick([1, 1, 2, 3]); left > 0; left -= 1) {
    const name = random.pick(headerNames);
    changed = withHeader(changed, name, random.pick(strangeValues[name] ?? []));
  }
  if (keys.length > 0 && random.chance(0.15)) changed = withHeader(changed, idempotencyHeader, random.pick(keys));
  return changed;
};

const manyHeaders: WireMutation = (draft, { random }) => {
  const count = random.pick([80, 101, 400, 1500]);
  const more = Array.from({ length: count }, (_, at): [string, string] => [`x-fuzz-${at}`, 'y']);
  return { ...draft, headers: [...draft.headers, ...more], isAlone: count > 400 || draft.isAlone === true };
};

const mutations: readonly (readonly [WireMutation, number])[] = [
  [otherType, 5],
  [brokenBody, 7],
  [strangeForm, 5],
  [inChunks, 4],
  [wrongLength, 1],
  [strangeHeaders, 12],
  [manyHeaders, 1],
];
const all = mutations.reduce((sum, [, weight]) => sum + weight, 0);

/** Applies one of the mutations above to a sample's wire format. */
export function mutateWire(draft: Draft, ground: WireGround): Draft {
  let left = ground.random.below(all);
  for (const [mutation, weight] of mutations) {
    left -= weight;
    if (left < 0) return mutation(draft, ground);
  }
  return draft;
}
