import { sql } from 'drizzle-orm';
import type { FigureSettingsRecord } from '#contract/calls/figures.ts';
import { officeDecidesOnAccounts, officeDecidesOnRounds } from '#contract/permissions.ts';
import { defaultFigureSettings, type FigureSettings, settingsSince } from '#contract/rules/figures/settings.ts';
import type { Handlers } from '../context.ts';
import { figureSettings, hospital as hospitalTable } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { withRevision } from '../records/revision.ts';

/** Reads the settings of a hospital with their history, oldest first. */
export async function readSettings(scope: HospitalScope): Promise<{ settings: FigureSettings; history: History }> {
  const history = await scope.list(figureSettings, undefined, { orderBy: sql`${figureSettings.place}` });
  return { settings: settingsOf(history), history };
}

type History = (typeof figureSettings.$inferSelect)[];

const settingsOf = (history: History): FigureSettings => ({ ...defaultFigureSettings, ...history.at(-1)?.settings });

function recordOf(history: History): FigureSettingsRecord {
  const since = settingsSince(
    history.map((row) => ({ at: row.changedAt.toISOString(), by: row.changedByName, settings: row.settings })),
  );
  return { ...withRevision(settingsOf(history)), since };
}

/** Reads and changes the settings of figures; each change is a row, which documents when it took effect. */
export const figureSettingsHandlers = {
  figureSettings: async ({ hospital }) => recordOf((await readSettings(hospital)).history),

  updateFigureSettings: async ({ hospital, actor, body: sent, id, now }) => {
    // Serializes concurrent changes: the second one sees the first.
    await hospital.rows(sql`select 1 from ${hospitalTable} where id = ${hospital.id} for no key update`);
    const { history } = await readSettings(hospital);
    const known = recordOf(history);
    const { revision: _revision, ...wanted } = await acceptEdit(hospital, {
      kind: 'figureSettings',
      sent,
      current: known,
      now,
    });
    const settings: FigureSettings = {
      ...wanted,
      workDays: wanted.workDays.toSorted((a, b) => a - b),
      engineersManageAccounts: wanted.engineersManageAccounts ?? known.engineersManageAccounts,
      keepRoundDetails: wanted.keepRoundDetails ?? known.keepRoundDetails,
    };
    const isOther = settings.engineersManageAccounts !== known.engineersManageAccounts;
    if (actor.role !== 'Hospital') {
      if (isOther) throw new ApiError('auth.forbidden', officeDecidesOnAccounts);
      if (settings.keepRoundDetails !== known.keepRoundDetails)
        throw new ApiError('auth.forbidden', officeDecidesOnRounds);
    }
    const isSame = (Object.keys(settings) as (keyof FigureSettings)[]).every(
      (field) => String(settings[field]) === String(known[field]),
    );
    if (!isSame) {
      await hospital.insert(figureSettings, {
        place: history.length + 1,
        id,
        changedAt: now,
        changedById: actor.id,
        changedByName: actor.name,
        settings,
      });
      // Tablets compute which contracts are ending.
      if (String(settings.endSteps) !== String(known.endSteps)) hospital.touch('setting', 'contracts');
      // Tablets hide actions that an engineer may not perform.
      if (isOther) hospital.touch('setting', 'accounts');
    }
    return recordOf((await readSettings(hospital)).history);
  },
} satisfies Handlers<'figureSettings' | 'updateFigureSettings'>;
