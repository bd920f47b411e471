import type pg from 'pg';
import { deviceColumns, deviceTables } from './devices.ts';

/** A list: its tables, their order, and the columns of a row; `x` is the main table. */
interface PlainList {
  from: string;
  /** Added for a search: `$2` is the pattern. */
  search: string;
  order: string;
  columns: string;
  /** Joined only for the rows of the page. */
  joins?: string;
}

const inUse = 'x.hospital_id = $1 and x.retired_at is null';
const byName = 'x.name_order, x.id';
const devicesOf = (column: string) => `(
  select count(*)::int from installation i
  where i.hospital_id = x.hospital_id and i.${column} = x.id and i.retired_at is null)`;
const named = (table: string) => `any(array(select id from ${table} where hospital_id = $1 and search like $2))`;

/** The lists, by the names of our calls. */
const plainLists: Record<string, PlainList> = {
  vendorPage: {
    from: `vendor x where ${inUse}`,
    search: 'x.search like $2',
    order: byName,
    columns: `x.id, x.name, x.location, x.types, (select count(*)::int from contact_person c
      where c.hospital_id = x.hospital_id and c.vendor_id = x.id and c.retired_at is null) as contacts`,
  },
  contactPersonPage: {
    from: `contact_person x where ${inUse}`,
    search: 'x.search like $2',
    order: byName,
    columns: 'x.id, x.name, x.phone, x.designation, x.vendor_id, v.name as vendor',
    joins: 'join vendor v on v.hospital_id = x.hospital_id and v.id = x.vendor_id',
  },
  departmentPage: {
    from: `department x where ${inUse}`,
    search: 'x.search like $2',
    order: byName,
    columns: 'x.id, x.name, x.location',
  },
  equipmentTypePage: {
    from: `equipment x where ${inUse}`,
    search: 'x.search like $2',
    order: byName,
    columns: `x.id, x.name, x.description, x.importance, ${devicesOf('equipment_id')} as devices`,
  },
  makePage: {
    from: `equipment_make x where ${inUse}`,
    search: 'x.search like $2',
    order: byName,
    columns: `x.id, x.name, (select count(*)::int from make_equipment b
      where b.hospital_id = x.hospital_id and b.make_id = x.id) as equipment, ${devicesOf('make_id')} as devices,
d.downtimes`,
    joins: `left join (
      select i.make_id, json_agg(json_build_array(i.id, i.installation_date, d.from_at, d.to_at)) as downtimes
      from downtime d join installation i on i.hospital_id = d.hospital_id and i.id = d.device_id
      where d.hospital_id = $1 and i.retired_at is null
        and (d.to_at is null or d.to_at >= now() - interval '365 days')
      group by i.make_id) d on d.make_id = x.id`,
  },
  modelPage: {
    from: `equipment_model x where ${inUse}`,
    search: `(x.search like $2 or x.make_id = ${named('equipment_make')})`,
    order: byName,
    columns: 'x.id, x.name, x.make_id, k.name as make, x.equipment_id, e.name as equipment',
    joins: `join equipment_make k on k.hospital_id = x.hospital_id and k.id = x.make_id
      join equipment e on e.hospital_id = x.hospital_id and e.id = x.equipment_id`,
  },
  engineerPage: {
    from: "app_user x where x.hospital_id = $1 and x.role = 'BME' and x.deleted_at is null",
    search: 'x.search like $2',
    order: byName,
    columns: 'x.id, x.name, x.phone, x.email, x.role',
  },
  warrantyPage: {
    from: `warranty x where ${inUse}`,
    search: 'x.search like $2',
    order: 'x.number_order',
    columns: 'x.id, x.number, x.start_on, x.end_on, c.*',
    joins: `left join lateral (
      select count(*)::int as devices, array_agg(i.serial_number order by i.serial_order) as serials,
        string_agg(distinct e.name, ', ') as equipment, string_agg(distinct k.name, ', ') as makes
      from warranty_serial s
      join installation i on i.hospital_id = s.hospital_id and i.id = s.device_id and i.retired_at is null
      join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
      join equipment_make k on k.hospital_id = i.hospital_id and k.id = i.make_id
      where s.hospital_id = x.hospital_id and s.warranty_id = x.id) c on true`,
  },
  ticketPage: {
    from: 'ticket x where x.hospital_id = $1',
    search: `(x.search like $2 or x.device_id = any(array(
      select id from installation where hospital_id = $1 and search like $2)))`,
    order: 'x.reported_at desc, x.id',
    columns: `x.id, x.number, e.name as equipment, i.serial_number, d.name as department, x.reported_at, x.status,
      x.priority, x.escalated_at, x.problem_reported, x.issue_type, x.technician_id, u.name as technician`,
    joins: `join installation i on i.hospital_id = x.hospital_id and i.id = x.device_id
      join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
      left join department d on d.hospital_id = i.hospital_id and d.id = i.department_id
      left join app_user u on u.id = x.technician_id`,
  },
  deviceList: {
    from: `installation x where ${inUse}`,
    search: `(x.search like $2 or x.equipment_id = ${named('equipment')} or x.make_id = ${named('equipment_make')}
      or x.model_id = ${named('equipment_model')} or x.department_id = ${named('department')})`,
    order: 'x.serial_order, x.id',
    columns: deviceColumns,
    joins: `join installation i on i.hospital_id = x.hospital_id and i.id = x.id ${deviceTables}`,
  },
};

const pageSize = 10;

/** Reads a page of a list and its total, in two parallel statements as ours does. */
export async function readList(
  pool: pg.Pool,
  name: string,
  hospital: string,
  { page, text }: { page: number; text: string },
): Promise<unknown> {
  const list = plainLists[name];
  if (!list) throw new Error(`No such list: ${name}`);
  const { from, search, order, columns, joins = '' } = list;
  const found = text === '' ? from : `${from} and ${search}`;
  const values = text === '' ? [hospital] : [hospital, `%${text.toLowerCase()}%`];
  const at = values.length;
  const count = { name: `${name} count ${at}`, text: `select count(*) from ${found}`, values };
  const rows = {
    name: `${name} page ${at}`,
    text: `select ${columns} from (
      select x.* from ${found} order by ${order} limit $${at + 1} offset $${at + 2}) x ${joins} order by ${order}`,
    values: [...values, pageSize, (page - 1) * pageSize],
  };
  const [counted, items] = await Promise.all([pool.query(count), pool.query(rows)]);
  return { count: Number(counted.rows[0].count), items: items.rows };
}
