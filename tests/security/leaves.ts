import type { BareSample } from './world.ts';

/** A single value of a sample and its path: `['body', '0', 'serialNumber']`. */
export interface Leaf {
  path: string[];
  value: unknown;
}

const parts = ['params', 'query', 'body'] as const;

/** All single values of params, query and body. */
export function leavesOf(sample: BareSample): Leaf[] {
  return parts.flatMap((part) => walk(sample[part], [part]));
}

function walk(value: unknown, path: string[]): Leaf[] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [{ path, value }];
  return Object.entries(value).flatMap(([key, each]) => walk(each, [...path, key]));
}

/** The sample with another value in one place. */
export function withLeaf(sample: BareSample, path: readonly string[], value: unknown): BareSample {
  const copy = structuredClone({ params: sample.params, query: sample.query, body: sample.body });
  let at: Record<string, unknown> = copy;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  at[path.at(-1) ?? ''] = value;
  return { ...sample, ...copy } as BareSample;
}

/** The sample without the siblings of a place whose names match a pattern. */
export function withoutBeside(sample: BareSample, path: readonly string[], names: RegExp): BareSample {
  const copy = structuredClone({ params: sample.params, query: sample.query, body: sample.body });
  let at: Record<string, unknown> = copy;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  for (const key of Object.keys(at)) if (names.test(key)) delete at[key];
  return { ...sample, ...copy } as BareSample;
}
