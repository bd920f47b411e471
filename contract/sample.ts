import type { SampleSource } from './define.ts';
import type { fileRef } from './fields.ts';
import type * as z from './zod.ts';

/** Returns true with this probability. */
export const chance = (source: SampleSource, probability: number): boolean => source.next() < probability;

/** Returns an item of a list; undefined if the list is empty. */
export const pick = <T>(source: SampleSource, list: readonly T[]): T | undefined =>
  list[Math.floor(source.next() * list.length)];

/** Returns an item of a list that is never empty. */
export const pickOf = <T>(source: SampleSource, list: readonly [T, ...T[]]): T => pick(source, list) ?? list[0];

/** Returns no file in most cases, sometimes one or two. */
export const someFiles = (source: SampleSource): z.output<typeof fileRef>[] => {
  const count = [0, 0, 0, 1, 2][Math.floor(source.next() * 5)] ?? 0;
  return Array.from({ length: count }, () => source.file());
};

/** A text, or none. */
export const someText = (source: SampleSource): string => (chance(source, 0.5) ? source.text() : '');
