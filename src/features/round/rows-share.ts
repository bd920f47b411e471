import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { RoundAction } from './round-draft.ts';

/** Properties shared by all rows of a round. */
export interface RowsShare {
  /** The key under which the round is stored on this tablet. */
  draftKey: string;
  day: LocalDay;
  onChange: (action: RoundAction) => void;
  onPhoto: (deviceId: string, file: File) => Promise<void>;
}
