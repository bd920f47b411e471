import type pg from 'pg';
import { deviceColumns, deviceTables } from './devices.ts';

const device = `
  select ${deviceColumns}, h.name as "hospitalName", h.time_zone as "timeZone"
  from installation i join hospital h on h.id = i.hospital_id ${deviceTables}
  where i.hospital_id = $1 and ward_key(i.serial_number) = ward_key($2) and i.retired_at is null`;

const events = (kind: string) => `array(
  select json_build_array(w.at, w.by_name, w.kind, w.data) from work_event w
  where w.hospital_id = t.hospital_id and w.owner_kind = '${kind}' and w.owner_id = t.id order by w.at
) as events, array(
  select json_build_array(u.sha256, u.name, a.mime, a.size_bytes, a.received_at)
  from attachment_use u join attachment a on a.hospital_id = u.hospital_id and a.sha256 = u.sha256
  where u.hospital_id = t.hospital_id and u.owner_kind = '${kind}' and u.owner_id = t.id order by u.created_at
) as files`;

const tickets = `
  select t.*, u.name as "technicianName", ${events('ticket')}
  from ticket t left join app_user u on u.id = t.technician_id
  where t.hospital_id = $1 and t.device_id = $2 order by t.reported_at desc limit 100`;

const tasks = `
  select t.*, u.name as "technicianName", ${events('task')}
  from task t left join app_user u on u.id = t.technician_id
  where t.hospital_id = $1 and t.device_id = $2 and t.removed_at is null`;

const rounds = `
  select status, observed_at as at from round_entry
  where hospital_id = $1 and device_id = $2 and status <> 'Not Seen' order by observed_at desc limit 20`;

const documents = `
  select u.name, u.sha256, a.mime, a.size_bytes as size
  from attachment_use u join attachment a on a.hospital_id = u.hospital_id and a.sha256 = u.sha256
  where u.hospital_id = $1 and a.received_at is not null and u.owner_kind = 'installation' and u.owner_id = $2
  order by u.created_at desc limit 200`;

/** Reads everything on a device's page, in five consecutive statements. */
export async function deviceDetails(pool: pg.Pool, hospital: string, serial: string): Promise<unknown> {
  const run = async (name: string, text: string, values: unknown[]) => (await pool.query({ name, text, values })).rows;
  const [found] = await run('detail', device, [hospital, serial]);
  return {
    device: found,
    tickets: await run('tickets', tickets, [hospital, found.id]),
    tasks: await run('tasks', tasks, [hospital, found.id]),
    rounds: await run('rounds', rounds, [hospital, found.id]),
    documents: await run('documents', documents, [hospital, found.id]),
  };
}
