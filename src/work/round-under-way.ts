import type { LocalDay } from '#contract/rules/hospital-day.ts';

/** The user, template and day of a round under way. */
export interface RoundKey {
  templateId: string;
  day: LocalDay;
  userId: string;
}

/** The key under which a round under way is kept on this tablet. */
export function roundDraftKey({ templateId, day, userId }: RoundKey): string {
  return `round:${templateId}:${day}:${userId}`;
}

/** What says whether there is an answer for a device. */
interface Answerable {
  readonly confirmedBy: string | null;
  readonly notSeenReason: string | null;
}

/** What a round under way says of its devices, as far as lists need it. */
export interface RoundUnderWay {
  readonly rows: Readonly<Record<string, Answerable>>;
  readonly added: readonly string[];
}

/** True once somebody has answered for the device: seen, or not seen with a reason. */
export function isAnswered({ confirmedBy, notSeenReason }: Answerable): boolean {
  return confirmedBy !== null || notSeenReason !== null;
}

/** The devices of a round: those of the template, those added, and those answered for before the template changed. */
export function devicesOfRound(templateDeviceIds: readonly string[], round: RoundUnderWay): string[] {
  return [...new Set([...templateDeviceIds, ...round.added, ...Object.keys(round.rows)])];
}

/** How far a round under way is. */
export interface RoundProgress {
  answered: number;
  total: number;
}

/** Counts a round under way; null if nothing of it was begun. `isHere` tells devices that are still in use. */
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
