import type { FileReading, FileTest } from '../calls/test/file-test.ts';
import { valueOf } from '../rules/procedure.ts';

/** A reading of a series, with its test. */
export interface SeriesReading extends FileReading {
  test: FileTest;
  /** The value as left if something was adjusted, otherwise as found. */
  value: number;
}

/** One measured step of a device over the years. */
export interface ReadingSeries {
  procedureId: string;
  procedureName: string;
  /** The name of its step in the latest test. */
  title: string;
  unit: string;
  /** The earliest first. */
  readings: SeriesReading[];
}

/**
 * Builds a series of a device's readings for each step of each procedure; corrected tests do not count. Values in
 * another unit form a separate series, because they cannot be compared. Source: docs/product.md P116.
 */
export function readingSeries(tests: readonly FileTest[]): ReadingSeries[] {
  const found = new Map<string, ReadingSeries>();
  for (const test of tests) {
    if (test.correctedBy !== null) continue;
    for (const reading of test.readings ?? []) {
      const value = valueOf(reading);
      if (value === null) continue;
      const { procedureId, procedureName } = test;
      const { title, unit } = reading;
      const key = JSON.stringify([procedureId, reading.stepId, unit]);
      const known = found.get(key)?.readings ?? [];
      const readings = [...known, { ...reading, test, value }];
      found.set(key, { procedureId, procedureName, title, unit, readings });
    }
  }
  const series = [...found.values()];
  const places = new Map([...new Set(series.map(({ procedureId }) => procedureId))].map((id, place) => [id, place]));
  const placeOf = ({ procedureId }: ReadingSeries) => places.get(procedureId) ?? 0;
  return series.toSorted((a, b) => placeOf(a) - placeOf(b));
}
