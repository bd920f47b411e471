import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { MergeKind } from '#contract/rules/merge-kinds.ts';
import { furtherEventId } from '#contract/rules/work-events.ts';
import type { Database } from '#server/db/database.ts';
import {
  department,
  equipment,
  equipmentMake,
  equipmentModel,
  installation,
  procedure,
  recordMerge,
  vendor,
  warranty,
  workEvent,
} from '#server/db/schema.ts';
import { references } from '#server/merge/references.ts';
import type { SeededHospital } from '#tests/support/seed.ts';
import { hold } from './people.ts';
import { strike, type Ward } from './ward.ts';

/** Records of one kind that the office merges with each other. */
export interface Twins {
  kind: MergeKind;
  ids: readonly string[];
}

/**
 * Gives a hospital twins of each kind and lets its second ventilator name them. The desks of a run edit records that
 * name none of them, because a merge is no save of an editor.
 */
export async function addTwins(db: Database, hospital: SeededHospital): Promise<Twins[]> {
  const { id: hospitalId, devices } = hospital;
  const named = (...names: string[]) => names.map((name) => ({ hospitalId, id: randomUUID(), name }));
  const vendors = named('Meditech India', 'Meditech Service', 'Meditech Ltd');
  const departments = named('ICU 1', 'ICU one');
  const types = named('Ventilators', 'Ventilator, adult');
  const makes = named('Aerolife Ltd', 'Aerolife GmbH');
  const [makeId = '', equipmentId = ''] = [makes[0]?.id, types[0]?.id];
  const twinModels = named('AV9', 'AV 9').map((model) => ({ ...model, makeId, equipmentId }));
  await db.insert(vendor).values(vendors);
  await db.insert(department).values(departments);
  await db.insert(equipment).values(types.map((type) => ({ ...type, importance: 'Critical' as const })));
  await db.insert(equipmentMake).values(makes);
  await db.insert(equipmentModel).values(twinModels);
  const ofTwins = { makeId, equipmentId };
  await db.update(warranty).set(ofTwins).where(eq(warranty.hospitalId, hospitalId));
  await db
    .update(installation)
    .set({ ...ofTwins, modelId: twinModels[0]?.id ?? '', departmentId: departments[0]?.id, vendorId: vendors[0]?.id })
    .where(eq(installation.id, devices['VENT-0002'] ?? ''));
  await db
    .update(procedure)
    .set({ equipmentIds: sql`equipment_ids || ${sql.param(types.map(({ id }) => id))}::text[]` })
    .where(eq(procedure.hospitalId, hospitalId));
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  return [
    { kind: 'vendor', ids: idsOf(vendors) },
    { kind: 'department', ids: idsOf(departments) },
    { kind: 'equipmentType', ids: idsOf(types) },
    { kind: 'make', ids: idsOf(makes) },
    { kind: 'model', ids: idsOf(twinModels) },
  ];
}

/** Lets the office merge two records or undo a merge, while tablets go on; a refusal or a fault changes nothing. */
export function mergeOrUndo(ward: Ward): void {
  const { office, server } = ward;
  const { kind, ids } = office.chance(0.5) ? server.twins[0]! : office.pick(server.twins);
  const from = office.pick(ids);
  const into = office.pick(ids.filter((id) => id !== from));
  const isUndo = office.chance(0.4);
  hold(
    ward,
    (async () => {
      const status = await server.asOffice(
        `/api/Merge/${kind}/${from}${isUndo ? '/undo' : ''}`,
        isUndo ? {} : { intoId: into },
      );
      if (status === 200) strike(ward, isUndo ? 'merge undone' : 'records merged');
    })(),
  );
}

/** Returns what names a record that is merged at the end, and devices that disagree with their model. */
export async function wrongMerges(db: Database): Promise<string[]> {
  const wrong: string[] = [];
  const merges = await db.select().from(recordMerge);
  for (const { kind, fromId } of merges.filter(({ undoneAt }) => undoneAt === null)) {
    for (const reference of references[kind]) {
      const [table = '', column = ''] = reference.split('.');
      const cell = sql.identifier(column);
      const names = ['data', 'terms'].includes(column) ? sql`${cell}->>'vendorId'` : sql`${cell}`;
      const { rows } = await db.execute<{ id: string }>(
        sql`select id from ${sql.identifier(table)} where ${names} = ${fromId}`,
      );
      for (const { id } of rows) wrong.push(`${reference} of ${id} names the merged ${kind} ${fromId}`);
    }
  }
  const { rows } = await db.execute<{ id: string }>(sql`
    select i.id from installation i
    join equipment_model m on m.hospital_id = i.hospital_id and m.id = i.model_id
    where m.make_id <> i.make_id or m.equipment_id <> i.equipment_id`);
  for (const { id } of rows) wrong.push(`The device ${id} has another make or type than its model`);
  return wrong;
}

/** Returns closings that name neither the vendor whom their author named nor one whom that one was merged into. */
export async function wrongVendors(ward: Ward, db: Database): Promise<string[]> {
  const merges = await db.select().from(recordMerge);
  const events = new Map((await db.select().from(workEvent)).map((event) => [event.id, event]));
  const reach = (id: string, known = new Set([id])): Set<string> => {
    for (const { fromId, intoId } of merges) {
      if (fromId !== id || known.has(intoId)) continue;
      known.add(intoId);
      reach(intoId, known);
    }
    return known;
  };
  return ward.workload.attempts.flatMap(({ id, mark, body }) => {
    const { vendorId } = body as { vendorId?: string };
    if (id === null || vendorId === undefined) return [];
    const event = events.get(id) ?? events.get(furtherEventId(id, 'closed'));
    if (event?.kind !== 'closed') return [];
    const said = (event.data as { vendorId?: string | null }).vendorId ?? '';
    if (said !== vendorId) strike(ward, 'merge followed');
    return reach(vendorId).has(said) ? [] : [`${mark} names the vendor ${said} instead of ${vendorId}`];
  });
}
