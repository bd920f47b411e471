import { sql, type SQL } from 'drizzle-orm';
import { buildTicketPage, ticketAnswer } from '#contract/pages/ticket.ts';
import { buildTicketRow, buildTicketTiles, type TicketRowFacts } from '#contract/pages/ticket-list.ts';
import type { NamedDevice } from '#contract/records/ward.ts';
import { anyReason } from '#contract/rules/list-filter.ts';
import type { TicketFilter } from '#contract/rules/ticket.ts';
import type { TicketStatus } from '#contract/records/values.ts';
import type { Handlers } from '../context.ts';
import { isoInstant, isoInstantOrNull } from '../db/database.ts';
import { readTogether } from '../db/read-together.ts';
import { filtered } from '../records/list-filters.ts';
import { readHolidays } from '../records/holidays.ts';
import { containing, countedWords, pageAnswer, pageCut, pageWindow } from '../records/page.ts';
import { unknownRecord } from '../problem.ts';
import { presentTickets } from '../sync/present-work.ts';
import { readTechnicians } from '../task/lists.ts';
import { alertCondition, vendorAlertsOf } from './vendor-alerts.ts';

type ListedTicket = Omit<TicketRowFacts['ticket'], 'vendorAlert'> &
  NonNullable<TicketRowFacts['device']> & { hasTerms: boolean };

function ofStatus(status: TicketFilter = 'all'): SQL {
  if (status === 'all') return sql``;
  return status === 'not-closed' ? sql`and t.status <> 'Closed'` : sql`and t.status = ${status}`;
}

/** Lists and details for the breakdown screens. */
export const ticketListHandlers = {
  ticketTiles: async ({ hospital }) => {
    const rows = await hospital.rows<{ status: TicketStatus; count: string }>(sql`
      select status, count(*) as count from ticket where hospital_id = ${hospital.id} group by status`);
    const counted = Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
    return buildTicketTiles({ Open: 0, Pending: 0, Closed: 0, ...counted });
  },

  ticketPage: async ({ query, hospital, actor, services, now }) => {
    const window = pageWindow(query);
    const narrowed = filtered(
      query,
      { department: sql`d.name`, type: sql`t.issue_type`, technician: sql`t.technician_id` },
      actor.id,
    );
    const waiting =
      query.waitingFor === undefined
        ? sql``
        : query.waitingFor === anyReason
          ? sql`and t.waiting_for is not null`
          : sql`and t.waiting_for = ${query.waitingFor}`;
    // With an array, the planner uses the device index once, and then the ticket index.
    const search = sql.join(
      countedWords(query.search).map((word) => {
        const pattern = containing(word);
        return sql`and (t.search like ${pattern} or t.device_id = any(array(
          select id from installation
          where hospital_id = ${hospital.id} and search like ${pattern} and ward_search(serial_number) like ${pattern})))`;
      }),
      sql` `,
    );
    const departments = sql`join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
      left join department d on d.hospital_id = i.hospital_id and d.id = i.department_id`;
    const alerting = await alertCondition(hospital, query.vendorAlert, now.toISOString());
    const order = sql`order by t.reported_at desc, t.id collate "C"`;
    const from = sql`
      from ticket t ${query.department ? departments : sql``}
      where t.hospital_id = ${hospital.id} ${ofStatus(query.status)} ${waiting} ${narrowed} ${search} ${alerting}`;
    const reading = readTogether(hospital);
    const counting = services.counts.count(reading, from);
    const listing = reading.rows<ListedTicket & Record<string, unknown>>(sql`
      select t.id, t.number as "ticketNumber", e.name as "equipmentName", i.serial_number as "serialNumber",
        d.name as "departmentName", t.reported_at as "reportedDate", t.status, t.priority,
        t.escalated_at as "escalatedAt", t.problem_reported as "problemReported", t.issue_type as "issueType",
        t.waiting_for as "waitingFor", t.waiting_since as "waitingSince", t.terms is not null as "hasTerms", t.technician_id as "technicianId",
        (select name from app_user u where u.id = t.technician_id and u.hospital_id = t.hospital_id) as "technicianName"
      from (select t.* ${from} ${order} ${pageCut(window)}) t ${departments}
      join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id ${order}`);
    const [count, rows] = await Promise.all([counting, listing]);
    const promised = rows.flatMap(({ id, status, hasTerms }) => (hasTerms && status !== 'Closed' ? [id] : []));
    const alerts = await vendorAlertsOf(hospital, promised, now.toISOString());
    const items = rows.map((row) => {
      const known = {
        reportedDate: isoInstant(row.reportedDate),
        waitingSince: isoInstantOrNull(row.waitingSince),
        vendorAlert: alerts.get(row.id) ?? null,
      };
      return buildTicketRow({ ticket: { ...row, ...known }, device: row });
    });
    return pageAnswer(items, count, window);
  },

  ticketCreateData: async ({ hospital }) => ({
    serialNumbers: await hospital.rows<{ serialNumber: string; installationBaseId: string; equipmentName: string }>(sql`
      select i.serial_number as "serialNumber", i.id as "installationBaseId", e.name as "equipmentName"
      from installation i join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
      where i.hospital_id = ${hospital.id} and i.retired_at is null order by i.serial_order, i.id`),
    technicians: await readTechnicians(hospital),
  }),

  ticketDevice: async ({ params, hospital }) => {
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

  readTicket: async ({ params, hospital, now }) => {
    const [ticket] = await presentTickets(hospital, [params.id]);
    if (!ticket) throw unknownRecord('ticket');
    const [device] = await hospital.rows<NamedDevice & Record<string, unknown>>(sql`
      select i.serial_number as "serialNumber", e.name as "equipmentName", m.name as "modelName",
        d.name as "departmentName"
      from installation i
      join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
      join equipment_model m on m.hospital_id = i.hospital_id and m.id = i.model_id
      left join department d on d.hospital_id = i.hospital_id and d.id = i.department_id
      where i.hospital_id = ${hospital.id} and i.id = ${ticket.deviceId}`);
    const [related] = await hospital.rows<{ id: string; ticketNumber: string }>(sql`
      select id, number as "ticketNumber" from ticket
      where hospital_id = ${hospital.id} and id = ${ticket.relatedTicketId}`);
    const holidays = (await readHolidays(hospital)).map(({ id }) => id);
    const place = { timeZone: hospital.facts.timeZone, holidays };
    const facts = { ticket, device, hospitalName: hospital.facts.name, place, related };
    return ticketAnswer(buildTicketPage(facts, now.toISOString()));
  },
} satisfies Handlers<'ticketTiles' | 'ticketPage' | 'ticketCreateData' | 'ticketDevice' | 'readTicket'>;
