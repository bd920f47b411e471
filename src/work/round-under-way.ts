import type { LocalDay } from '#contract/rules/hospital-day.ts';

/** The user, template and day of a round in progress. */
export interface RoundKey {
  templateId: string;
  day: LocalDay;
  userId: string;
}

/** Returns the key under which a round in progress is stored on this tablet. */
export function roundDraftKey({ templateId, day, userId }: RoundKey): string {
  return `round:${templateId}:${day}:${userId}`;
}

/** The fields that say whether a device has an answer. */
interface Answerable {
  readonly confirmedBy: string | null;
  readonly notSeenReason: string | null;
}

/** A round in progress, as far as lists need it. */
export interface RoundUnderWay {
  readonly rows: Readonly<Record<string, Answerable>>;
  readonly added: readonly string[];
}

/** Returns true once somebody has answered for the device: seen, or not seen with a reason. */
export function isAnswered({ confirmedBy, notSeenReason }: Answerable): boolean {
  return confirmedBy !== null || notSeenReason !== null;
}

/**
 * Returns a round's devices: those in the template, those added, and those answered for before the template changed.
 */
export function devicesOfRound(templateDeviceIds: readonly string[], round: RoundUnderWay): string[] {
  return [...new Set([...templateDeviceIds, ...round.added, ...Object.keys(round.rows)])];
}

/** The progress of a round. */
export interface RoundProgress {
  answered: number;
  total: number;
}

/** Counts the progress of a round; null if it has not been started. `isHere` returns true for devices still in use. */
export function progressOf(
  templateDeviceIds: readonly string[],
  round: RoundUnderWay | undefined,
  isHere: (deviceId: string) => boolean,
): RoundProgress | null {
  if (!round || (Object.keys(round.rows).length === 0 && round.added.length === 0)) return null;
  const ids = devicesOfRound(templateDeviceIds, round).filter(isHere);
  const answered = ids.filter((id) => {
    const row = round.rows[id];
    return row !== undefined && isAnswered(row);
  });
  return { answered: answered.length, total: ids.length };
}
