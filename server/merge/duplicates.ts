import { sql, type SQL } from 'drizzle-orm';
import type { Duplicate, DuplicateKind } from '#contract/calls/merge.ts';
import type { Handlers } from '../context.ts';

interface Source {
  table: string;
  /** The text that is compared. */
  text: string;
  /** Columns within which it has to be unique. */
  within?: readonly string[];
  detail: SQL;
  /** The column of devices that names it. */
  device?: string;
}

const sources: Record<Exclude<DuplicateKind, 'contactPerson'>, Source> = {
  vendor: { table: 'vendor', text: 'name', detail: sql`x.location`, device: 'vendor_id' },
  department: { table: 'department', text: 'name', detail: sql`x.location`, device: 'department_id' },
  equipmentType: { table: 'equipment', text: 'name', detail: sql`x.importance`, device: 'equipment_id' },
  make: { table: 'equipment_make', text: 'name', detail: sql`''`, device: 'make_id' },
  model: {
    table: 'equipment_model',
    text: 'name',
    within: ['make_id', 'equipment_id'],
    detail: sql`concat_ws(', ', (select k.name from equipment_make k where k.hospital_id = x.hospital_id and k.id = x.make_id),
      (select e.name from equipment e where e.hospital_id = x.hospital_id and e.id = x.equipment_id))`,
    device: 'model_id',
  },
  device: {
    table: 'installation',
    text: 'serial_number',
    detail: sql`concat_ws(', ', (select m.name from equipment_model m where m.hospital_id = x.hospital_id and m.id = x.model_id),
      (select d.name from department d where d.hospital_id = x.hospital_id and d.id = x.department_id), nullif(x.location, ''))`,
  },
  agreement: { table: 'warranty', text: 'number', detail: sql`x.kind || ', ' || x.start_on || ' – ' || x.end_on` },
  procedure: { table: 'procedure', text: 'name', detail: sql`''` },
  tester: { table: 'tester', text: 'serial_number', detail: sql`x.name` },
};

type Row = Duplicate & { key: string };

/** Lists records in use that may be the same, by groups. Source: docs/product.md P221 and P261. */
export const duplicateHandlers = {
  possibleDuplicates: async ({ params: { kind }, hospital }) => {
    const rows = await hospital.rows<Row & Record<string, unknown>>(
      kind === 'contactPerson' ? samePersons(hospital.id) : sameTexts(hospital.id, sources[kind]),
    );
    const groups = new Map<string, Row[]>();
    for (const row of rows) groups.set(row.key, [...(groups.get(row.key) ?? []), row]);
    return [...groups.values()]
      .filter((group) => group.length > 1)
      .map((group) => group.map(({ id, name, detail, devices }) => ({ id, name, detail, devices })));
  },
} satisfies Handlers<'possibleDuplicates'>;

/** Reads duplicates and the records whose names they share; the unique index finds the latter. */
function sameTexts(hospitalId: string, { table, text, within = [], detail, device }: Source): SQL {
  const source = sql.identifier(table);
  const cell = sql`x.${sql.identifier(text)}`;
  const parts = (name: string) =>
    within
      .map((column) => sql`${sql.identifier(name)}.${sql.identifier(column)}`)
      .concat(sql`ward_key(${sql.identifier(name)}.${sql.identifier(text)})`);
  const isSame = sql.join(
    parts('x').map((part, place) => sql`${part} = ${parts('t')[place]!}`),
    sql` and `,
  );
  const living = sql`x.hospital_id = ${hospitalId} and x.retired_at is null`;
  const devices = device
    ? sql`(select count(*)::int from installation i
        where i.hospital_id = x.hospital_id and i.retired_at is null and i.${sql.identifier(device)} = x.id)`
    : sql`0`;
  return sql`
    with met as (
      select x.id from ${source} x where ${living} and x.is_twin
      union
      select x.id from ${source} t join ${source} x on ${living} and not x.is_twin and ${isSame}
      where t.hospital_id = ${hospitalId} and t.retired_at is null and t.is_twin
    )
    select concat_ws(' ', ${sql.join(parts('x'), sql`, `)}) as key, x.id, ${cell} as name,
      coalesce(${detail}, '') as detail, ${devices} as "devices"
    from met join ${source} x on ${living} and x.id = met.id order by 1, x.is_twin, x.created_at, x.id`;
}

/** Names of contact persons may repeat, so the same name at the same vendor is enough. */
function samePersons(hospitalId: string): SQL {
  return sql`
    select x.vendor_id || ' ' || ward_key(x.name) as key, x.id, x.name,
      concat_ws(', ', v.name, x.designation, x.phone) as detail, (
        select count(*)::int from installation i
        where i.hospital_id = x.hospital_id and i.retired_at is null and x.id in (i.service_contact_id, i.sales_contact_id)
      ) as devices
    from contact_person x join vendor v on v.hospital_id = x.hospital_id and v.id = x.vendor_id
    where x.hospital_id = ${hospitalId} and x.retired_at is null and exists (
      select from contact_person o
      where o.hospital_id = x.hospital_id and o.retired_at is null and o.vendor_id = x.vendor_id and o.id <> x.id
        and ward_key(o.name) = ward_key(x.name)
    ) order by 1, x.created_at, x.id`;
}
