import { sql } from 'drizzle-orm';
import type { DutyTableRecord } from '#contract/calls/duty.ts';
import type { Handlers } from '../context.ts';
import { dutyTable, hospital as hospitalTable } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { unknownRecord } from '../problem.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { readDuty, readEngineerIds } from '../records/duty.ts';
import { withRevision } from '../records/revision.ts';

/** Who is on duty when, and who is on leave. Source: docs/product.md P322. */
export const dutyHandlers = {
  dutyTable: ({ hospital }) => present(hospital),

  updateDutyTable: async ({ body: sent, hospital, now }) => {
    // Serializes concurrent changes: the second one sees the first.
    await hospital.rows(sql`select 1 from ${hospitalTable} where id = ${hospital.id} for no key update`);
    const current = await present(hospital);
    const { shifts, leave } = await acceptEdit(hospital, { kind: 'duty', sent, current, now });
    const engineers = await readEngineerIds(hospital);
    if ([...shifts, ...leave].some(({ technicianId }) => !engineers.has(technicianId))) throw unknownRecord('engineer');
    const changed = await hospital.update(dutyTable, { shifts, leave }, sql`true`);
    if (changed === 0) await hospital.insert(dutyTable, { shifts, leave });
    hospital.touch('setting', 'duty');
    return present(hospital);
  },
} satisfies Handlers<'dutyTable' | 'updateDutyTable'>;

/** Returns the table without engineers who have left. */
async function present(scope: HospitalScope): Promise<DutyTableRecord> {
  const engineers = await readEngineerIds(scope);
  const isHere = ({ technicianId }: { technicianId: string }) => engineers.has(technicianId);
  const { shifts = [], leave = [] } = (await readDuty(scope)) ?? {};
  return withRevision({ shifts: shifts.filter(isHere), leave: leave.filter(isHere) });
}
