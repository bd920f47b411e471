import type { TemplateRecord } from '#contract/records/ward.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { WardEngine } from '#ui/engine/engine.ts';
import { progressOf, roundDraftKey, type RoundProgress, type RoundUnderWay } from './round-under-way.ts';

/** Reads the progress of a user's rounds that were started on this tablet on a day but not submitted, by template. */
export async function readBegunRounds(
  engine: Pick<WardEngine, 'readDraft' | 'view'>,
  templates: readonly TemplateRecord[],
  { day, userId }: { day: LocalDay; userId: string },
): Promise<ReadonlyMap<string, RoundProgress>> {
  const progress = templates.map(async ({ id, deviceIds }): Promise<[string, RoundProgress][]> => {
    const round = await engine.readDraft<RoundUnderWay>(roundDraftKey({ templateId: id, day, userId }));
    const found = progressOf(deviceIds, round, (deviceId) => engine.view().get('device', deviceId) !== undefined);
    return found ? [[id, found]] : [];
  });
  return new Map((await Promise.all(progress)).flat());
}
