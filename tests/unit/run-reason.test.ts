import { describe, expect, it } from 'vitest';
import { reasonOf } from '#tests/run/reason.ts';

describe('the reason of a failed check', () => {
  it('begins at the first complaint, without passed steps and colours', () => {
    const output = [
      ' \u001B[32m✓\u001B[39m contract tests/contract/pull.test.ts (9 tests)',
      '⎯⎯⎯⎯⎯⎯⎯⎯',
      '\u001B[31mUnhandled Rejection\u001B[39m',
      'Error: terminating connection due to administrator command',
      ' ✓ contract tests/contract/vendor.test.ts (20 tests)',
      '',
      ' Test Files  49 passed (49)',
      'JSON report written to 16.json',
    ].join('\n');
    expect(reasonOf(output)).toEqual([
      'Unhandled Rejection',
      'Error: terminating connection due to administrator command',
      ' Test Files  49 passed (49)',
    ]);
  });

  it("begins at vitest's report of a failed test, not at the output of other tests", () => {
    const output = [
      ' ❯ unit warranty.test.tsx (9 tests | 1 failed) 2548ms',
      '   × asks, deletes and brings back on Undo 101ms',
      ...Array.from({ length: 40 }, () => 'Error: printed by a test that expects it'),
      ' FAIL  unit warranty.test.tsx > asks, deletes and brings back on Undo',
      'Unable to find an accessible element with the role "button"',
    ].join('\n');
    expect(reasonOf(output)).toEqual([
      ' FAIL  unit warranty.test.tsx > asks, deletes and brings back on Undo',
      'Unable to find an accessible element with the role "button"',
    ]);
  });

  it('lists every failed browser story and then shows the first, without the output of other stories', () => {
    const output = [
      '  ✘  12 [chromium] › labels.spec.ts:8:1 › prints labels (27.6s)',
      ...Array.from({ length: 40 }, () => 'evidence: 7 pages, 15 rows'),
      '  ✘  14 [chromium] › lock.spec.ts:3:1 › is locked (2.6s)',
      '  1) [chromium] › labels.spec.ts:8:1 › prints labels',
      '    Error: no label',
      '  2) [chromium] › lock.spec.ts:3:1 › is locked',
      '    Error: not locked',
    ].join('\n');
    expect(reasonOf(output)).toEqual([
      '  ✘  12 [chromium] › labels.spec.ts:8:1 › prints labels (27.6s)',
      '  ✘  14 [chromium] › lock.spec.ts:3:1 › is locked (2.6s)',
      '  1) [chromium] › labels.spec.ts:8:1 › prints labels',
      '    Error: no label',
    ]);
  });

  it('is the end of the output if it contains no complaint', () => {
    const output = Array.from({ length: 100 }, (_, at) => `step ${at}`).join('\n');
    expect(reasonOf(output).at(-1)).toBe('step 99');
    expect(reasonOf(output)[0]).toBe('step 75');
  });
});
