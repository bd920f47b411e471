import type pg from 'pg';
import { devicesById } from './devices.ts';

const pageRows = 2000;

const readHead = 'select version, pruned_version from hospital_head where hospital_id = $1';

const readIndex = `
  select kind, entity_id as id, version, deleted from sync_index
  where hospital_id = $1 and version > $2 order by version limit $3`;

/** The records of each kind by their ids. */
const kinds: Record<string, string> = {
  device: devicesById,
  template: `
    select t.id, t.name, t.department_id as "departmentId", t.is_ordered as "isOrdered", t.submit_by as "submitBy",
      t.completed_rounds_count as "completedRoundsCount", t.last_round_at as "lastRoundAt",
      t.last_round_on as "lastRoundOn", array(
        select d.device_id from round_template_device d
        join installation i on i.hospital_id = d.hospital_id and i.id = d.device_id and i.retired_at is null
        where d.hospital_id = t.hospital_id and d.template_id = t.id order by d.position
      ) as "deviceIds"
    from round_template t where t.hospital_id = $1 and t.id = any($2::text[]) and t.retired_at is null`,
  round: `
    select r.id, r.template_id as "templateId", r.on_day as "on", r.submitted_at as "submittedAt", r.user_name as "by",
      r.operational, r.needs_attention as "needsAttention", r.not_working as "notWorking", r.not_seen as "notSeen",
      case when r.on_day > now()::date - 30 then array(
        select json_build_array(e.device_id, e.status, e.description, e.not_seen_reason, e.confirmed_by, e.observed_at)
        from round_entry e where e.hospital_id = r.hospital_id and e.round_id = r.id
      ) end as entries
    from round r where r.hospital_id = $1 and r.id = any($2::text[])`,
  task: `
    select t.id, t.device_id as "deviceId", t.type, t.task_date as "taskDate", t.action_required as "actionRequired",
      t.action_required_details as "actionRequiredDetails", t.action_taken as "actionTaken", t.priority,
      t.escalated_at as "escalatedAt", t.technician_id as "technicianId", u.name as "technicianName",
      t.dispatched_at as "dispatchedAt", t.closed_at as "closedAt", t.closed_by_name as "closedBy",
      t.warranty_number as "warrantyNumber"
    from task t left join app_user u on u.id = t.technician_id
    where t.hospital_id = $1 and t.id = any($2::text[]) and t.removed_at is null`,
  ticket: `
    select t.id, t.number, t.device_id as "deviceId", t.issue_type as "issueType", t.problem_reported, t.priority,
      t.status, t.machine_status, t.reported_by, t.reported_at, t.technician_id, t.closed_at, t.action_taken
    from ticket t where t.hospital_id = $1 and t.id = any($2::text[])`,
  department: `
    select id, name, location from department
    where hospital_id = $1 and id = any($2::text[]) and retired_at is null`,
  technician: `
    select id, name from app_user
    where hospital_id = $1 and id = any($2::text[]) and role = 'BME' and deleted_at is null`,
};

/** Reads a page of changes after a version, from one snapshot. */
export async function changesAbove(pool: pg.Pool, hospital: string, cursor: number): Promise<unknown> {
  const client = await pool.connect();
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
  try {
    await client.query('begin isolation level repeatable read read only');
    const head = (await run('head', readHead, [hospital])).rows[0];
    const index = (await run('index', readIndex, [hospital, cursor, pageRows])).rows;
    const rows: { kind: string; rows: unknown[] }[] = [];
    for (const [kind, text] of Object.entries(kinds)) {
      const ids = index.filter((change) => change.kind === kind && !change.deleted).map(({ id }) => id);
      if (ids.length > 0) rows.push({ kind, rows: (await run(kind, text, [hospital, ids])).rows });
    }
    await client.query('commit');
    return { head, index, rows };
  } finally {
    client.release();
  }
}
