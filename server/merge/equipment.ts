import { sql } from 'drizzle-orm';
import type { MergeKind } from '#contract/rules/merge-kinds.ts';
import { counted } from '#contract/rules/counted.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import type { WriteScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';
import type { MovedRows } from './references.ts';

interface Named {
  id: string;
  name: string;
}

interface Two {
  from: Named;
  to: Named;
}

/** Columns of schedules, procedures and devices for what applies to all devices of a type or a model. */
const appliesTo = {
  equipmentType: { column: 'equipment_id', list: 'equipment_ids', since: 'type_since' },
  model: { column: 'model_id', list: 'model_ids', since: 'model_since' },
} as const;

const columnsOf = (kind: MergeKind) => (kind === 'equipmentType' || kind === 'model' ? appliesTo[kind] : null);

/**
 * Refuses merges after which devices would be maintained, tested or repaired under rules that nobody chose for them.
 * Throws: ApiError `record.in_use` with what to change first.
 */
export async function refuseUnsafe(scope: WriteScope, kind: MergeKind, { from, to }: Two): Promise<void> {
  const columns = columnsOf(kind);
  if (!columns) return;
  const table = sql.identifier(kind === 'model' ? 'equipment_model' : 'equipment');
  const parts = kind === 'model' ? sql`make_id || ' ' || equipment_id` : sql`importance`;
  const [column, list] = [sql.identifier(columns.column), sql.identifier(columns.list)];
  const [row] = await scope.rows<{ mine: string; theirs: string; schedules: number; procedure: string | null }>(sql`
    select a.parts as mine, b.parts as theirs, (
      select count(*)::int from schedule
      where hospital_id = ${scope.id} and retired_at is null and ${column} = ${from.id}
    ) as schedules, (
      select name from procedure
      where hospital_id = ${scope.id} and retired_at is null
        and ${from.id} = any(${list}) and not ${to.id} = any(${list})
      order by name_order, id limit 1
    ) as procedure
    from (select ${parts} as parts from ${table} where hospital_id = ${scope.id} and id = ${from.id}) a,
      (select ${parts} as parts from ${table} where hospital_id = ${scope.id} and id = ${to.id}) b`);
  if (!row) return;
  if (row.mine !== row.theirs) {
    throw refusal(
      kind === 'model'
        ? `“${from.name}” and “${to.name}” are of different makes or equipment types. Correct one of them first, or merge the makes or types.`
        : `“${from.name}” is ${row.mine} and “${to.name}” is ${row.theirs}. Give both the same importance first.`,
    );
  }
  if (row.schedules > 0) {
    const has = `“${from.name}” has ${counted(row.schedules, 'schedule')}`;
    const them = row.schedules === 1 ? 'it' : 'them';
    throw refusal(
      `${has}, and its devices would follow those of “${to.name}” instead. End ${them} first, or merge the other way round.`,
    );
  }
  if (row.procedure !== null) {
    throw refusal(
      `The procedure “${row.procedure}” is for “${from.name}” and not for “${to.name}”. Add “${to.name}” to it first, or take “${from.name}” out.`,
    );
  }
}

const refusal = (sentence: string) => new ApiError('record.in_use', sentence);

/** Keys of `moved` that hold the devices' former days and the new duplicates. */
const sinceKey = (column: string) => `installation.${column} was `;
const twinKey = 'equipment_model.is_twin';

/**
 * Prepares models and devices for another type, make or model. Models whose name also exists under the other one become
 * possible duplicates. Devices that come under schedules owe nothing from before today, as after a change of their type
 * by hand; their earlier days are kept for Undo.
 */
export async function prepareEquipment(
  scope: WriteScope,
  kind: MergeKind,
  { from, to }: Two,
  now: Date,
): Promise<MovedRows> {
  const moved: MovedRows = {};
  if (kind === 'equipmentType' || kind === 'make') {
    const [own, other] = (kind === 'make' ? ['make_id', 'equipment_id'] : ['equipment_id', 'make_id']).map((name) =>
      sql.identifier(name),
    );
    const rows = await scope.rows<{ id: string }>(sql`
      update equipment_model m set is_twin = true
      where m.hospital_id = ${scope.id} and m.retired_at is null and not m.is_twin and m.${own} = ${from.id} and exists (
        select from equipment_model o
        where o.hospital_id = m.hospital_id and o.retired_at is null and not o.is_twin and o.${own} = ${to.id}
          and o.${other} = m.${other} and ward_key(o.name) = ward_key(m.name)
      ) returning m.id`);
    moved[twinKey] = rows.map(({ id }) => id);
  }
  const columns = columnsOf(kind);
  if (!columns) return moved;
  const [column, since] = [sql.identifier(columns.column), sql.identifier(columns.since)];
  const rows = await scope.rows<{ id: string; was: string | null }>(sql`
    with known as (select id, ${since} as was from installation where hospital_id = ${scope.id} and ${column} = ${from.id})
    update installation i set ${since} = ${hospitalDay(now, scope.facts.timeZone)}
    from known where i.hospital_id = ${scope.id} and i.id = known.id and exists (
      select from schedule s where s.hospital_id = i.hospital_id and s.${column} = ${to.id}
    ) returning i.id, known.was`);
  for (const { id, was } of rows) (moved[`${sinceKey(columns.since)}${was ?? ''}`] ??= []).push(id);
  return moved;
}

/** Undoes `prepareEquipment` for the models and devices that name the merged record again. */
export async function returnEquipment(
  scope: WriteScope,
  kind: MergeKind,
  fromId: string,
  moved: MovedRows,
): Promise<void> {
  const twins = sql`${sql.param(moved[twinKey] ?? [])}::text[]`;
  await scope.rows(sql`
    update equipment_model set is_twin = false
    where hospital_id = ${scope.id} and id = any(${twins}) and ${fromId} in (make_id, equipment_id)`);
  const columns = columnsOf(kind);
  if (!columns) return;
  // The remaining model may have been given another make or type since.
  await scope.rows(sql`
    update installation i set make_id = m.make_id, equipment_id = m.equipment_id
    from equipment_model m
    where i.hospital_id = ${scope.id} and i.model_id = m.id and m.hospital_id = i.hospital_id and m.id = ${fromId}
      and (i.make_id <> m.make_id or i.equipment_id <> m.equipment_id)`);
  const key = sinceKey(columns.since);
  for (const [known, ids] of Object.entries(moved)) {
    if (!known.startsWith(key)) continue;
    await scope.rows(sql`
      update installation set ${sql.identifier(columns.since)} = ${known.slice(key.length) || null}::date
      where hospital_id = ${scope.id} and ${sql.identifier(columns.column)} = ${fromId}
        and id = any(${sql.param(ids)}::text[])`);
  }
}
