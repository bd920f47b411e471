import { sql, type SQL } from 'drizzle-orm';
import type { CallName, Calls } from '#contract/index.ts';
import type { ReplicaKind } from '#contract/records/replica.ts';
import { noHospital, type HospitalScope } from '../db/scope.ts';

/** Maximum number of records that a search looks up to find the changes about them. */
const maxSearched = 200;

type FirstSegment<Path> = Path extends `/${infer S}/${string}`
  ? Lowercase<S>
  : Path extends `/${infer S}`
    ? Lowercase<S>
    : never;
type WriteName = { [N in CallName]: Calls[N]['method'] extends 'GET' ? never : N }[CallName];
/** The kinds of records in rows of the log: those of the replica, the subjects of writes by their path, accounts. */
type LoggedKind = ReplicaKind | FirstSegment<Calls[WriteName]['path']> | 'account';

const simple = (table: SQL) => (id: string) => sql`select id, name, search from ${table} where hospital_id = ${id}`;

/**
 * Selects the names of a hospital's records by id, retired ones included, with the text that a search matches; for the
 * Admin, the hospitals.
 */
const tables = {
  device: (id: string) => sql`
    select id, serial_number as name, search from installation where hospital_id = ${id}`,
  task: (id: string) => sql`
    select t.id, t.type || ' of ' || i.serial_number as name, lower(t.type) || ' of ' || i.search as search from task t
    join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id where t.hospital_id = ${id}`,
  ticket: (id: string) => sql`
    select id, number as name, ward_search(number) as search from ticket where hospital_id = ${id}`,
  faultReport: (id: string) => sql`
    select id, reference as name, ward_search(reference) as search from fault_report where hospital_id = ${id}`,
  round: (id: string) => sql`
    select r.id, t.name || ', ' || to_char(r.on_day, 'DD-MM-YYYY') as name,
      ward_search(t.name || ', ' || to_char(r.on_day, 'DD-MM-YYYY')) as search from round r
    join round_template t on t.hospital_id = r.hospital_id and t.id = r.template_id where r.hospital_id = ${id}`,
  template: (id: string) => sql`
    select id, name, ward_search(name) as search from round_template where hospital_id = ${id}`,
  warranty: (id: string) => sql`select id, number as name, search from warranty where hospital_id = ${id}`,
  holiday: (id: string) => sql`
    select on_day::text as id, name || ', ' || to_char(on_day, 'DD-MM-YYYY') as name,
      ward_search(name || ', ' || to_char(on_day, 'DD-MM-YYYY')) as search from holiday where hospital_id = ${id}`,
  procedure: simple(sql`procedure`),
  tester: (id: string) => sql`
    select id, name || ' ' || serial_number as name, search from tester where hospital_id = ${id}`,
  test: (id: string) => sql`
    select r.id, 'Test of ' || i.serial_number as name, 'test of ' || i.search as search from test_record r
    join installation i on i.hospital_id = r.hospital_id and i.id = r.device_id where r.hospital_id = ${id}`,
  schedule: (id: string) => sql`
    select s.id, named.text as name, ward_search(named.text) as search from schedule s
    left join installation i on i.hospital_id = s.hospital_id and i.id = s.device_id
    left join equipment_model m on m.hospital_id = s.hospital_id and m.id = s.model_id
    left join equipment e on e.hospital_id = s.hospital_id and e.id = s.equipment_id
    cross join lateral (select coalesce(nullif(s.title, ''), s.kind) || ' of '
      || coalesce(i.serial_number, m.name, e.name) as text) named where s.hospital_id = ${id}`,
  department: simple(sql`department`),
  vendor: simple(sql`vendor`),
  contactPerson: simple(sql`contact_person`),
  equipmentType: simple(sql`equipment`),
  make: simple(sql`equipment_make`),
  model: simple(sql`equipment_model`),
  account: (id: string) => sql`
    select id, name, search from app_user where hospital_id = ${id} or (${id} = ${noHospital} and hospital_id is null)`,
  tablet: (id: string) => sql`
    select f.id, 'Tablet of ' || u.name as name, 'tablet of ' || u.search as search from refresh_family f
    join app_user u on u.id = f.user_id where u.hospital_id = ${id} or ${id} = ${noHospital}`,
  hospital: (id: string) => sql`
    select id, name, ward_search(name) as search from hospital where ${id} = ${noHospital}`,
} as const;
type TableName = keyof typeof tables;

/** Where the names of each kind are; a kind of a new write or record does not compile until it has an entry. */
const tablesOf: Readonly<Record<LoggedKind, readonly TableName[]>> = {
  device: ['device'],
  installationbase: ['device'],
  task: ['task'],
  bmedashboard: ['task'],
  maintenance: ['task'],
  ticket: ['ticket'],
  breakdown: ['ticket'],
  faultReport: ['faultReport'],
  faultreports: ['faultReport', 'device'],
  round: ['round'],
  template: ['template'],
  dailyround: ['round', 'template'],
  contract: ['warranty'],
  warranty: ['warranty'],
  holiday: ['holiday'],
  holidays: ['holiday'],
  procedure: ['procedure'],
  tester: ['tester'],
  test: ['test'],
  testrecord: ['test'],
  schedule: ['schedule'],
  department: ['department'],
  vendor: ['vendor'],
  contactperson: ['contactPerson'],
  equipment: ['equipmentType'],
  equipmentmakes: ['make'],
  equipmentmodel: ['model'],
  merge: ['vendor', 'contactPerson', 'department', 'equipmentType', 'make', 'model'],
  technician: ['account'],
  account: ['account'],
  bme: ['account'],
  tablets: ['tablet'],
  hospital: ['hospital'],
  // The id says what was exported.
  export: [],
  // These name no record of their own.
  notice: [],
  notices: [],
  equipmentimport: [],
  setting: [],
  duty: [],
  figures: [],
  refusal: [],
  auth: [],
  attachments: [],
  crashes: [],
  listviews: [],
};

function named({ id }: HospitalScope, names: readonly TableName[]): SQL {
  return sql.join(
    names.map((name) => tables[name](id)),
    sql` union all `,
  );
}

const isLogged = (kind: string): kind is LoggedKind => Object.hasOwn(tablesOf, kind);

/** Returns the names of records, given as `kind:id`, by id. */
export async function recordNames(
  scope: HospitalScope,
  records: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const parts = records.map(
    (record) => [record.split(':', 1)[0] ?? '', record.slice(record.indexOf(':') + 1)] as const,
  );
  const wanted = new Set(parts.flatMap(([kind]) => (isLogged(kind) ? tablesOf[kind] : [])));
  const said = parts.flatMap(([kind, id]) => (kind === 'export' ? [[id, id] as const] : []));
  if (wanted.size === 0) return new Map(said);
  const ids = sql.param([...new Set(parts.map(([, id]) => id))]);
  const rows = await scope.rows<{ id: string; name: string }>(sql`
    select id, name from (${named(scope, [...wanted])}) as named where id = any(${ids}::text[])`);
  return new Map([...said, ...rows.map(({ id, name }) => [id, name] as const)]);
}

/** Returns the ids of the records whose name contains a text. */
export async function recordsNamed(scope: HospitalScope, pattern: string): Promise<string[]> {
  const rows = await scope.rows<{ id: string }>(sql`
    select id from (${named(scope, Object.keys(tables) as TableName[])}) as named
    where search like ${pattern} limit ${maxSearched}`);
  return rows.map(({ id }) => id);
}
