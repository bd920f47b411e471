import { addDays, daysBetween, isLocalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { roundDraftKey, type RoundKey } from '#ui/work/round-under-way.ts';
import type { PickedFile, WardEngine } from '#ui/engine/engine.ts';
import type { RoundDraft } from './round-draft.ts';

/** How long an unsubmitted round can be continued. Units: days. */
const offeredDays = 7;

/** Returns the key under which a photo's bytes are stored until the round is submitted. */
export function photoDraftKey(draftKey: string, sha256: string): string {
  return `${draftKey}:photo:${sha256}`;
}

/** Returns the day of a round: the one in the address while that round can still be continued, else today. */
export function dayOfRound(asked: string | null, today: LocalDay): LocalDay {
  if (asked === null || !isLocalDay(asked)) return today;
  const age = daysBetween(asked, today);
  return age >= 0 && age <= offeredDays ? asked : today;
}

/** Returns earlier days whose round was started on this tablet but not submitted, latest first. */
export async function unfinishedDays(
  engine: Pick<WardEngine, 'readDraft'>,
  { templateId, day, userId }: RoundKey,
): Promise<LocalDay[]> {
  const days = Array.from({ length: offeredDays }, (_day, index) => addDays(day, -1 - index));
  const drafts = await Promise.all(
    days.map((earlier) => engine.readDraft<RoundDraft>(roundDraftKey({ templateId, day: earlier, userId }))),
  );
  return days.filter((_earlier, index) => Object.keys(drafts[index]?.rows ?? {}).length > 0);
}

/** Reads the bytes of a round's photos; those of a refused round are still stored with its entry. */
export async function readPhotos(
  engine: Pick<WardEngine, 'readDraft' | 'localFile'>,
  draftKey: string,
  draft: RoundDraft,
): Promise<PickedFile[]> {
  const photos = photosOf(draft).map(async (ref): Promise<PickedFile[]> => {
    const kept = await engine.readDraft<PickedFile>(photoDraftKey(draftKey, ref.sha256));
    const bytes = kept?.bytes ?? (await engine.localFile(ref.sha256));
    return bytes ? [{ ref, bytes }] : [];
  });
  return (await Promise.all(photos)).flat();
}

/** Deletes the bytes of a round's photos, once they are in the outbox or the round is discarded. */
export async function deletePhotos(
  engine: Pick<WardEngine, 'deleteDraft'>,
  draftKey: string,
  draft: RoundDraft,
): Promise<void> {
  await Promise.all(photosOf(draft).map(({ sha256 }) => engine.deleteDraft(photoDraftKey(draftKey, sha256))));
}

function photosOf(draft: RoundDraft) {
  return Object.values(draft.rows).flatMap((row) => row.photos);
}
