import { sql, type SQL } from 'drizzle-orm';
import type { MergeKind } from '#contract/rules/merge-kinds.ts';
import type { WriteScope } from '../db/scope.ts';
import type { MovedRows } from './references.ts';

/** Lists in procedures of what they apply to. */
const procedureLists: Partial<Record<MergeKind, string>> = { equipmentType: 'equipment_ids', model: 'model_ids' };
/** Columns of the links between makes and the equipment types that they build. */
const builtColumns: Partial<Record<MergeKind, readonly [own: string, other: string]>> = {
  equipmentType: ['equipment_id', 'make_id'],
  make: ['make_id', 'equipment_id'],
};

interface Pair {
  from: string;
  to: string;
}

/**
 * Replaces a record by another in every list that names it, each once, and returns the ids by what was done: `replaced`
 * and `dropped` are procedures, `linked` the makes or types that have a new link. The merged record keeps its links to
 * makes or types, which nothing shows while it is retired.
 */
export async function moveLinks(scope: WriteScope, kind: MergeKind, { from, to }: Pair): Promise<MovedRows> {
  const moved: MovedRows = {};
  const list = procedureLists[kind];
  if (list !== undefined) {
    const cell = sql.identifier(list);
    const change = async (value: SQL, where: SQL) =>
      idsOf(
        await scope.rows<{ id: string }>(sql`
          update procedure set ${cell} = ${value}
          where hospital_id = ${scope.id} and ${from} = any(${cell}) and ${where} returning id`),
      );
    moved[`procedure.${list} dropped`] = await change(sql`array_remove(${cell}, ${from})`, sql`${to} = any(${cell})`);
    moved[`procedure.${list} replaced`] = await change(sql`array_replace(${cell}, ${from}, ${to})`, sql`true`);
  }
  const built = builtColumns[kind];
  if (built) {
    const [own, other] = built.map((name) => sql.identifier(name));
    moved['make_equipment linked'] = idsOf(
      await scope.rows<{ id: string }>(sql`
        insert into make_equipment (hospital_id, ${own}, ${other})
        select hospital_id, ${to}, ${other} from make_equipment where hospital_id = ${scope.id} and ${own} = ${from}
        on conflict do nothing returning ${other} as id`),
    );
  }
  return moved;
}

/** Undoes `moveLinks`; keeps a link that a model of the remaining record now needs. */
export async function returnLinks(scope: WriteScope, kind: MergeKind, pair: Pair, moved: MovedRows): Promise<void> {
  const { from, to } = pair;
  const list = procedureLists[kind];
  if (list !== undefined) {
    const cell = sql.identifier(list);
    const change = (what: string, value: SQL, where: SQL) =>
      scope.rows(sql`
        update procedure set ${cell} = ${value}
        where hospital_id = ${scope.id} and id = any(${sql.param(moved[`procedure.${list} ${what}`] ?? [])}::text[])
          and ${where}`);
    await change('dropped', sql`array_append(${cell}, ${from})`, sql`not ${from} = any(${cell})`);
    await change('replaced', sql`array_replace(${cell}, ${to}, ${from})`, sql`true`);
  }
  const built = builtColumns[kind];
  if (built) {
    const [own, other] = built.map((name) => sql.identifier(name));
    await scope.rows(sql`
      delete from make_equipment b
      where b.hospital_id = ${scope.id} and b.${own} = ${to}
        and b.${other} = any(${sql.param(moved['make_equipment linked'] ?? [])}::text[])
        and not exists (
          select from equipment_model m where m.hospital_id = b.hospital_id and m.retired_at is null
            and m.make_id = b.make_id and m.equipment_id = b.equipment_id
        )`);
  }
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
