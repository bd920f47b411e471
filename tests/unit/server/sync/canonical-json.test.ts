import { expect, test } from 'vitest';
import { canonicalJson } from '#server/sync/canonical-json.ts';

test.each([
  [{ b: 1, a: { d: null, c: [1, { f: 'x', e: 'ü"' }] } }, '{"a":{"c":[1,{"e":"ü\\"","f":"x"}],"d":null},"b":1}'],
  [{ a: undefined, b: [] }, '{"b":[]}'],
  [[], '[]'],
  [{}, '{}'],
  [['', ''], '["",""]'],
  [[undefined, true], '[null,true]'],
  [undefined, 'null'],
  ['text', '"text"'],
])('%j', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});
