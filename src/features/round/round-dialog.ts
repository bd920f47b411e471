import type { DeviceRecord } from '#contract/records/ward.ts';
import type { ScanHit } from './round-scan-dialog.tsx';

/** The dialog over the rows; `stranger` is a scanned device that the template does not name, which is asked about. */
export type RoundDialog =
  | { name: 'add' | 'unanswered' | 'start-again' }
  | { name: 'stranger'; stranger: DeviceRecord }
  /** The camera, under the question about a stranger; `declined` are devices that stay out of the round. */
  | { name: 'scan'; hit: ScanHit | null; stranger: DeviceRecord | null; declined: readonly string[] };
