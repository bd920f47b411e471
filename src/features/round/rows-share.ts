import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { RoundAction } from './round-draft.ts';

/** What all rows of a round share. */
export interface RowsShare {
  /** The key under which the round is kept on this tablet. */
  draftKey: string;
  day: LocalDay;
  onChange: (action: RoundAction) => void;
  onPhoto: (deviceId: string, file: File) => Promise<void>;
}
