import type { DeviceRecord } from '#contract/records/ward.ts';
import type { ScanHit } from './round-scan-dialog.tsx';

/**
 * The dialog that covers the rows; `stranger` is a scanned device outside the template, about which the user is asked.
 */
export type RoundDialog =
  | { name: 'add' | 'unanswered' | 'start-again' }
  | { name: 'stranger'; stranger: DeviceRecord }
  /**
   * The camera, possibly under the question about a stranger; `declined` are devices that the user kept out of the
   * round.
   */
  | { name: 'scan'; hit: ScanHit | null; stranger: DeviceRecord | null; declined: readonly string[] };
