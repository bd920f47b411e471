import type { CallSpec } from '#contract/define.ts';
import type { Seeded } from '#tests/faults/seeded.ts';
import { leavesOf, withLeaf, type Leaf } from '#tests/security/leaves.ts';
import type { BareSample } from '#tests/security/world.ts';
import { drawSample, type Draw } from './from-schema.ts';
import { hostilePart, hostileValue, Raw, unknownIds, writeJson } from './values.ts';

/** Input for mutating a sample. */
export interface Ground extends Draw {
  spec: CallSpec;
  /** Ids, serial numbers and keys of the other hospital. */
  foreign: readonly string[];
}

/** A mutated sample. */
export interface Changed {
  sample: BareSample;
  /** The URL contains an id of the other hospital: success is a finding. */
  namesForeign: boolean;
}

type Mutation = (sample: BareSample, ground: Ground) => Changed;

const unchanged: Mutation = (sample) => ({ sample, namesForeign: false });

/** One to three places with hostile values. */
const hostileLeaves: Mutation = (sample, { random, mark }) => {
  let changed = sample;
  for (let left = random.pick([1, 1, 1, 2, 3]); left > 0; left -= 1) {
    const leaf = pickLeaf(changed, random);
    if (!leaf) break;
    const value = leaf.path[0] === 'body' ? hostileValue(random, mark, leaf.value) : hostilePart(random, mark);
    changed = withLeaf(changed, leaf.path, value);
  }
  return { sample: changed, namesForeign: false };
};

/** Everything generated from the schemas; parts that the call requires stay as in the sample. */
const drawn: Mutation = (sample, ground) => {
  const made = drawSample(ground.spec, ground);
  const { random } = ground;
  const params = random.chance(0.3) ? made.params : sample.params;
  return { sample: { ...sample, ...made, ...(params ? { params } : {}) }, namesForeign: false };
};

const idLike = /^[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{64}$/;

/** Replaces an id with one of the other hospital or an unknown one. */
const otherIds: Mutation = (sample, { random, foreign }) => {
  const places = leavesOf(sample).filter(
    ({ path, value }) => idLike.test(String(value)) || /id$/i.test(path.at(-1) ?? ''),
  );
  if (places.length === 0) return unchanged(sample, {} as Ground);
  const { path } = random.pick(places);
  const isForeign = foreign.length > 0 && random.chance(0.8);
  const value = isForeign ? random.pick(foreign) : random.pick(unknownIds);
  return { sample: withLeaf(sample, path, value), namesForeign: isForeign && path[0] === 'params' };
};

const prototypeKeys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'length', ''];

/** Another shape: fields missing, added, of another type, or with names from the prototype chain. */
const otherShape: Mutation = (sample, { random }) => {
  const { body, query } = sample;
  const change = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return random.pick([[], {}, null, 'x', 5]);
    const entries = Object.entries(value);
    switch (random.below(6)) {
      case 0:
        return Object.fromEntries(entries.filter(() => random.chance(0.6)));
      case 1:
        return Array.isArray(value) ? { ...value } : [value];
      case 2:
        return Object.fromEntries([
          ...entries,
          ...prototypeKeys.map((key): [string, unknown] => [key, { isAdmin: true }]),
        ]);
      case 3:
        return Array.isArray(value)
          ? [...value, ...value]
          : Object.fromEntries(entries.map(([key, each]) => [key, [each]]));
      case 4:
        return Object.fromEntries(entries.map(([key, each]) => [key.toUpperCase(), each]));
      default:
        return Object.fromEntries(entries.map(([key]) => [key, random.pick([null, {}, [], true, 0])]));
    }
  };
  if (query && (body === undefined || random.chance(0.5))) {
    return { sample: { ...sample, query: { ...(change(query) as Record<string, unknown>) } }, namesForeign: false };
  }
  return { sample: { ...sample, body: change(body ?? {}) }, namesForeign: false };
};

/** Duplicate keys in an object, with different values. */
const repeatedKeys: Mutation = (sample, { random, mark }) => {
  const { body, file } = sample;
  if (typeof body !== 'object' || body === null || file) return unchanged(sample, {} as Ground);
  const of = (value: object): string => {
    const pairs = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${writeJson(each)}`);
    const again = Object.keys(value).map(
      (key) => `${JSON.stringify(key)}:${writeJson(hostileValue(random, mark, ''))}`,
    );
    return `{${(random.chance(0.5) ? [...pairs, ...again] : [...again, ...pairs]).join(',')}}`;
  };
  const text = Array.isArray(body) ? `[${body.map((each) => of(Object(each) as object)).join(',')}]` : of(body);
  return { sample: { ...sample, body: new Raw(text) }, namesForeign: false };
};

const strangeFiles = [
  Buffer.alloc(0),
  Buffer.from('PK\u0003\u0004'),
  Buffer.from('%PDF-'),
  Buffer.from('Serial Number,Equipment Name\n=1+1,x\n'),
  Buffer.alloc(200_000, 'PK\u0001\u0002'),
];

/** A file that is corrupted, truncated, or of another type. */
const brokenFile: Mutation = (sample, ground) => {
  const { random } = ground;
  const key = sample.file ? 'file' : 'bytes';
  const whole = sample[key];
  if (!whole || whole.length === 0) return hostileLeaves(sample, ground);
  const copy = Buffer.from(whole);
  switch (random.below(4)) {
    case 0:
      return { sample: { ...sample, [key]: random.pick(strangeFiles) }, namesForeign: false };
    case 1:
      return { sample: { ...sample, [key]: copy.subarray(0, random.below(copy.length)) }, namesForeign: false };
    case 2:
      return { sample: { ...sample, [key]: Buffer.concat([copy, copy]) }, namesForeign: false };
    default:
      for (let left = random.pick([1, 4, 40]); left > 0; left -= 1) copy[random.below(copy.length)] = random.below(256);
      return { sample: { ...sample, [key]: copy }, namesForeign: false };
  }
};

function pickLeaf(sample: BareSample, random: Seeded): Leaf | undefined {
  const leaves = leavesOf(sample).filter(({ value }) => !(value instanceof Raw));
  return leaves.length === 0 ? undefined : random.pick(leaves);
}

const mutations: readonly (readonly [Mutation, number])[] = [
  [unchanged, 8],
  [hostileLeaves, 42],
  [drawn, 24],
  [otherIds, 12],
  [brokenFile, 10],
  [otherShape, 9],
  [repeatedKeys, 5],
];
const all = mutations.reduce((sum, [, weight]) => sum + weight, 0);

/** Applies one of the mutations above to a sample. */
export function mutateSample(sample: BareSample, ground: Ground): Changed {
  let left = ground.random.below(all);
  for (const [mutation, weight] of mutations) {
    left -= weight;
    if (left < 0) return mutation(sample, ground);
  }
  return unchanged(sample, ground);
}
