import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { latestObservation } from '#contract/rules/device-status.ts';
import { downtimesFromRounds } from '#contract/rules/uptime.ts';
import { followUpDate } from '#contract/rules/schedule.ts';
import { downUntil } from '#contract/rules/ticket-clock.ts';
import { ticketNumber } from '#contract/rules/ticket-number.ts';
import { workEvent } from '#contract/rules/work-events.ts';
import type { TicketVisit, WorkEventData, WorkEventKind } from '#contract/records/work-event.ts';
import { eq, sql } from 'drizzle-orm';
import * as schema from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { clockColumns, dateOf } from '../records/clock-columns.ts';
import { addEvents, type OwnedEvent, type WorkOwner } from '../records/work-events.ts';
import type { SourcedTask } from '../task/compare.ts';
import { addTasks } from '../task/settle.ts';
import type { DemoRound, DemoTicket } from './history.ts';

/** A person of the demo hospital. */
export interface DemoPerson {
  id: string;
  name: string;
}

/** Returns a function that creates the events of one ticket or task of the demo. */
export function demoEvents(owner: WorkOwner, newId: () => string) {
  return <K extends WorkEventKind>(kind: K, data: WorkEventData[K], at: Date, by: DemoPerson): OwnedEvent => {
    const told = at.toISOString();
    const facts = { id: newId(), at: told, receivedAt: told, by: by.name, byRole: 'BME' as const };
    return { owner, event: workEvent(kind, data, facts), byId: by.id };
  };
}

/** Writes the tickets with their numbers, events, downtimes and follow-up tasks. */
export async function seedTickets(
  scope: WriteScope,
  tickets: readonly DemoTicket[],
  people: readonly DemoPerson[],
  { newId, now }: { newId: () => string; now: Date },
): Promise<void> {
  const lastByYear = new Map<number, number>();
  const events: OwnedEvent[] = [];
  const followUps: SourcedTask[] = [];
  const rows: Parameters<typeof scope.insert<typeof schema.ticket>>[1][] = [];
  const downtimes: { deviceId: string; sourceKind: 'ticket'; sourceId: string; fromAt: Date; toAt: Date | null }[] = [];
  tickets.forEach((ticket, index) => {
    const id = newId();
    const year = Number(hospitalDay(ticket.reportedAt, scope.facts.timeZone).slice(0, 4));
    const count = (lastByYear.get(year) ?? 0) + 1;
    lastByYear.set(year, count);
    const reporter = people[index % people.length];
    const technician = people[(index + 1) % people.length];
    if (!reporter || !technician) throw new Error('The demo hospital needs engineers');
    const closed = ticket.closedAt !== null;
    const assignedAt = new Date(ticket.reportedAt.getTime() + 30 * 60_000);
    const happened = demoEvents({ kind: 'ticket', id }, newId);
    const visit: TicketVisit = {
      actionTaken: ticket.action,
      resolutionNote: closed ? 'Device tested and given back to the ward.' : '',
      partRequired: ticket.partCost !== null,
      partDetails: ticket.partCost === null ? '' : 'Spare part from the maker',
      partCost: ticket.partCost,
      followUpAction: ticket.pending ? 'Spare part ordered.' : '',
      failureClass: ticket.failureClass,
      files: [],
    };
    const told = [
      happened('reported', { reportedBy: reporter.name }, ticket.reportedAt, reporter),
      happened('assigned', { technicianId: technician.id, technicianName: technician.name }, assignedAt, reporter),
      ...ticket.steps.map(({ kind, data, at }) =>
        happened(kind, kind === 'left-pending' ? { visit } : data, at, technician),
      ),
      ...(ticket.escalated ? [happened('escalated', { to: ticket.priority }, assignedAt, reporter)] : []),
      ...(ticket.closedAt ? [happened('closed', { visit }, ticket.closedAt, technician)] : []),
    ];
    events.push(...told);
    const clocked = {
      reportedDate: ticket.reportedAt.toISOString(),
      closedAt: ticket.closedAt?.toISOString() ?? null,
      events: told.map(({ event }) => event),
    };
    rows.push({
      id,
      number: ticketNumber(year, count),
      deviceId: ticket.deviceId,
      issueType: ticket.issueType,
      problemReported: ticket.text,
      priority: ticket.priority,
      status: closed ? 'Closed' : ticket.pending ? 'Pending' : 'Open',
      machineStatus: ticket.machineStatus,
      reportedBy: reporter.name,
      reportedById: reporter.id,
      reportedAt: ticket.reportedAt,
      receivedAt: ticket.reportedAt,
      technicianId: technician.id,
      assignedAt,
      escalatedAt: ticket.escalated ? assignedAt : null,
      actionTaken: closed || ticket.pending ? ticket.action : '',
      resolutionNote: closed ? 'Device tested and given back to the ward.' : '',
      partRequired: ticket.partCost !== null,
      partDetails: ticket.partCost === null ? '' : 'Spare part from the maker',
      partCost: ticket.partCost,
      isFollowUpRequired: ticket.pending,
      followUpAction: ticket.pending ? 'Spare part ordered.' : '',
      closedAt: ticket.closedAt,
      closedById: closed ? technician.id : null,
      closedByName: closed ? technician.name : null,
      failureClass: ticket.failureClass,
      ...clockColumns(clocked),
    });
    if (ticket.pending) {
      followUps.push({
        deviceId: ticket.deviceId,
        type: 'CM',
        occurrence: 1,
        taskDate: followUpDate(hospitalDay(ticket.steps.at(-1)?.at ?? ticket.reportedAt, scope.facts.timeZone)),
        source: { kind: 'ticket', id },
      });
    }
    if (ticket.machineStatus === 'System Down') {
      downtimes.push({
        deviceId: ticket.deviceId,
        sourceKind: 'ticket',
        sourceId: id,
        fromAt: ticket.reportedAt,
        toAt: dateOf(downUntil(clocked)),
      });
    }
    scope.touch('ticket', id);
    scope.touch('device', ticket.deviceId);
  });
  await scope.insert(schema.ticket, rows.flat());
  await addEvents(scope, events);
  await addTasks(scope, followUps, now);
  await scope.insert(schema.downtime, downtimes);
  await scope.insert(
    schema.ticketCounter,
    [...lastByYear].map(([year, last]) => ({ year, last })),
  );
}

/** Writes the rounds with their entries, the devices' latest observations, and the resulting downtimes. */
export async function seedRounds(
  scope: WriteScope,
  rounds: readonly DemoRound[],
  templateIds: ReadonlyMap<string, string>,
  people: readonly DemoPerson[],
  newId: () => string,
): Promise<void> {
  const observed = new Map<
    string,
    { status: 'Operational' | 'Needs Attention' | 'Not Working'; observedAt: string; templateId: string; day: string }[]
  >();
  const perTemplate = new Map<string, { count: number; at: Date; on: string }>();
  const roundRows: Parameters<typeof scope.insert<typeof schema.round>>[1][] = [];
  const entryRows: Parameters<typeof scope.insert<typeof schema.roundEntry>>[1][] = [];
  rounds.forEach((round, index) => {
    const id = newId();
    const templateId = templateIds.get(round.templateName);
    const engineer = people[index % people.length];
    if (templateId === undefined || !engineer) throw new Error(`No template ${round.templateName}`);
    const count = (status: string) => round.entries.filter((entry) => entry.status === status).length;
    roundRows.push({
      id,
      templateId,
      onDay: round.on,
      userId: engineer.id,
      userName: engineer.name,
      submittedAt: round.submittedAt,
      receivedAt: round.submittedAt,
      operational: count('Operational'),
      needsAttention: count('Needs Attention'),
      notWorking: count('Not Working'),
      notSeen: count('Not Seen'),
    });
    for (const { deviceId, status, description, reason } of round.entries) {
      entryRows.push({
        roundId: id,
        deviceId,
        status,
        description,
        notSeenReason: reason,
        observedAt: round.submittedAt,
        templateId,
        onDay: round.on,
      });
      if (status === 'Not Seen') continue;
      const list = observed.get(deviceId) ?? [];
      list.push({ status, observedAt: round.submittedAt.toISOString(), templateId, day: round.on });
      observed.set(deviceId, list);
    }
    perTemplate.set(templateId, {
      count: (perTemplate.get(templateId)?.count ?? 0) + 1,
      at: round.submittedAt,
      on: round.on,
    });
    scope.touch('round', id);
  });
  await scope.insert(schema.round, roundRows.flat());
  await scope.insert(schema.roundEntry, entryRows.flat());
  for (const [templateId, { count, at, on }] of perTemplate) {
    await scope.update(
      schema.roundTemplate,
      { completedRoundsCount: count, lastRoundAt: at, lastRoundOn: on },
      eq(schema.roundTemplate.id, templateId),
    );
  }
  await seedObservations(scope, observed);
}

async function seedObservations(
  scope: WriteScope,
  observed: ReadonlyMap<
    string,
    { status: 'Operational' | 'Needs Attention' | 'Not Working'; observedAt: string; templateId: string; day: string }[]
  >,
): Promise<void> {
  const downtimes: { deviceId: string; sourceKind: 'round'; sourceId: string; fromAt: Date; toAt: Date | null }[] = [];
  const latest: { deviceId: string; status: string; at: string; flagged: boolean; templateId: string; day: string }[] =
    [];
  for (const [deviceId, observations] of observed) {
    const counting = latestObservation(observations);
    const last = observations.at(-1);
    if (!counting || !last) continue;
    const { status, observedAt, flagged } = counting;
    latest.push({ deviceId, status, at: observedAt, flagged, templateId: last.templateId, day: last.day });
    scope.touch('device', deviceId);
    for (const { from, to } of downtimesFromRounds(observations)) {
      downtimes.push({
        deviceId,
        sourceKind: 'round',
        sourceId: '',
        fromAt: new Date(from),
        toAt: to === null ? null : new Date(to),
      });
    }
  }
  const column = (pick: (row: (typeof latest)[number]) => string | boolean) => sql.param(latest.map(pick));
  await scope.rows(sql`
    update installation i
    set latest_status = n.status, latest_observed_at = n.at, latest_flagged = n.flagged,
      latest_template_id = n.template_id, latest_day = n.day
    from unnest(${column((row) => row.deviceId)}::text[], ${column((row) => row.status)}::text[],
      ${column((row) => row.at)}::timestamptz[], ${column((row) => row.flagged)}::boolean[],
      ${column((row) => row.templateId)}::text[], ${column((row) => row.day)}::date[])
      as n (id, status, at, flagged, template_id, day)
    where i.hospital_id = ${scope.id} and i.id = n.id`);
  await scope.insert(schema.downtime, downtimes);
}
