import { sql } from 'drizzle-orm';
import type { TicketDetails, TicketItem } from '#contract/breakdown.ts';
import type { TimelineEntry } from '../db/schema.ts';
import type { Handlers } from '../context.ts';
import { isoInstant, isoInstantOrNull } from '../db/database.ts';
import { containing, pageAnswer, pageWindow } from '../db/page.ts';
import { unknownRecord } from '../problem.ts';
import { readTechnicians } from '../tasks/lists.ts';

/** Lists and details of the breakdown screens. */
export const breakdownListHandlers = {
  breakdownTiles: async ({ hospital }) => {
    const [row] = await hospital.rows<{ total: string; closed: string }>(sql`
      select count(*) as total, count(*) filter (where status = 'Closed') as closed
      from ticket where hospital_id = ${hospital.id}`);
    const totalCalls = Number(row?.total ?? 0);
    const closeCalls = Number(row?.closed ?? 0);
    return { totalCalls, openCalls: totalCalls - closeCalls, closeCalls };
  },

  breakdownPage: async ({ query, hospital }) => {
    const window = pageWindow(query);
    const pattern = containing(query.search);
    const status = query.status === undefined ? sql`` : sql`and t.status = ${query.status}`;
    // As an array the devices are found once by their index, and the tickets by theirs.
    const devices = sql`array(
      select id from installation
      where hospital_id = ${hospital.id} and search like ${pattern} and lower(serial_number) like ${pattern})`;
    const search =
      query.search.trim() === '' ? sql`` : sql`and (t.search like ${pattern} or t.device_id = any(${devices}))`;
    const from = sql`
      from ticket t
      join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
      join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
      left join department d on d.hospital_id = i.hospital_id and d.id = i.department_id
      where t.hospital_id = ${hospital.id} ${status} ${search}`;
    const [count] = await hospital.rows<{ count: string }>(sql`select count(*) as count ${from}`);
    const rows = await hospital.rows<TicketItem>(sql`
      select t.id, t.number as "ticketNumber", e.name as "equipmentName", i.serial_number as "serialNumber",
        coalesce(d.name, '') as department, t.reported_at as "reportedDate", t.status, t.priority,
        t.escalated_at is not null as escalated
      ${from} order by t.reported_at desc, t.id limit ${window.pageSize} offset ${window.offset}`);
    const items = rows.map((row) => ({ ...row, reportedDate: isoInstant(row.reportedDate) }));
    return pageAnswer(items, Number(count?.count ?? 0), window);
  },

  breakdownCreateData: async ({ hospital }) => ({
    serialNumbers: await hospital.rows<{ serialNumber: string; installationBaseId: string; equipmentName: string }>(sql`
      select i.serial_number as "serialNumber", i.id as "installationBaseId", e.name as "equipmentName"
      from installation i join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
      where i.hospital_id = ${hospital.id} and i.retired_at is null order by lower(i.serial_number)`),
    technicians: await readTechnicians(hospital),
  }),

  breakdownEquipment: async ({ params, hospital }) => {
    const [row] = await hospital.rows<{
      name: string;
      department: string;
      model: string;
      installationDate: string | null;
      expiryDate: string | null;
    }>(sql`
      select e.name, coalesce(d.name, '') as department, m.name as model, i.installation_date as "installationDate",
        (select max(w.end_on) from warranty_serial s
          join warranty w on w.hospital_id = s.hospital_id and w.id = s.warranty_id and w.retired_at is null
          where s.hospital_id = i.hospital_id and s.device_id = i.id) as "expiryDate"
      from installation i
      join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
      join equipment_model m on m.hospital_id = i.hospital_id and m.id = i.model_id
      left join department d on d.hospital_id = i.hospital_id and d.id = i.department_id
      where i.hospital_id = ${hospital.id} and i.id = ${params.id}`);
    if (!row) throw unknownRecord('device');
    return row;
  },

  breakdownDetails: async ({ params, hospital }) => {
    const [row] = await hospital.rows<
      Omit<TicketDetails, 'partCost' | 'hospitalName'> & { partCost: string | null; timeline: TimelineEntry[] }
    >(sql`
      select t.id, t.number as "ticketNumber", t.reported_by as "reportedBy", t.reported_at as "reportedDate",
        e.name as "equipmentName", m.name as model, i.serial_number as "serialNumber",
        coalesce(d.name, '') as department, t.problem_reported as "problemReported", t.issue_type as "issueType",
        t.priority, t.machine_status as "machineStatus", t.any_patient_harm as "anyPatientHarm",
        t.harm_description as "harmDescription", t.status, u.name as "technicianName", t.closed_at as "closedDate",
        t.resolution_note as "resolutionNote", t.action_taken as "actionTaken", t.part_required as "partRequired",
        t.part_details as "partDetails", t.part_cost as "partCost", t.follow_up_action as "followUpAction",
        t.is_follow_up_required as "isFollowUpRequired", r.number as "relatedTicket",
        t.timeline || (
          select coalesce(jsonb_agg(jsonb_build_object('at', n->>'at', 'text', 'Note by ' || (n->>'by') || ': ' || (n->>'text'))), '[]')
          from jsonb_array_elements(t.notes) n
        ) as timeline
      from ticket t
      join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
      join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
      join equipment_model m on m.hospital_id = i.hospital_id and m.id = i.model_id
      left join department d on d.hospital_id = i.hospital_id and d.id = i.department_id
      left join app_user u on u.id = t.technician_id and u.hospital_id = t.hospital_id
      left join ticket r on r.hospital_id = t.hospital_id and r.id = t.related_ticket_id
      where t.hospital_id = ${hospital.id} and t.id = ${params.id}`);
    if (!row) throw unknownRecord('ticket');
    return {
      ...row,
      hospitalName: hospital.facts.name,
      reportedDate: isoInstant(row.reportedDate),
      closedDate: isoInstantOrNull(row.closedDate),
      partCost: row.partCost === null ? null : Number(row.partCost),
      timeline: row.timeline.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    };
  },
} satisfies Handlers<
  'breakdownTiles' | 'breakdownPage' | 'breakdownCreateData' | 'breakdownEquipment' | 'breakdownDetails'
>;
