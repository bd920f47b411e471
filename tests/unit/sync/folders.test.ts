import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readImports } from '#tests/support/imports.ts';

/** Each folder imports only those listed before it, including types; sync/SPEC.md says the same. */
const order = [
  'types.ts',
  'ports',
  'outbox',
  'transport',
  'session',
  'replica',
  'pull',
  'push',
  'engine',
  'page.ts',
  'service-worker.ts',
];

const placeOf = (file: string): number => order.indexOf(file.split('/')[1] ?? '');

const inside = readImports(resolve(import.meta.dirname, '../../..'), ['sync']).filter(({ to }) =>
  to.startsWith('sync/'),
);

test('every folder of the engine is in the order', () => {
  const used = new Set(inside.map(({ from }) => placeOf(from)));
  expect([...used].sort((a, b) => a - b)).toEqual([...order.keys()].filter((place) => place > 0 || used.has(0)));
});

test('the folders of the engine import in this order only', () => {
  const against = inside.filter(({ from, to }) => placeOf(from) < placeOf(to));
  expect(against.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
});
