import { blankTerms } from '#contract/calls/agreement/terms.ts';
import { agreementKinds, type AgreementTerms, type TicketTerms } from '#contract/records/agreement-terms.ts';
import { defaultFigureSettings } from '#contract/rules/figures/settings.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { workEvent } from '#contract/rules/work-events.ts';
import type { WorkEvent, WorkEventKind } from '#contract/records/work-event.ts';
import { ticketNumber } from '#contract/rules/ticket-number.ts';
import type { Database, Executor } from '#server/db/database.ts';
import * as schema from '#server/db/schema.ts';
import { writeScope, type WriteScope } from '#server/db/scope.ts';
import { confirmations } from '#contract/records/observation.ts';
import { earlierEntries, observeDevices, type EarlierEntry } from '#server/round/observe.ts';
import { publishChanges } from '#server/db/publish-changes.ts';
import { addEvents, type OwnedEvent } from '#server/records/work-events.ts';
import type { HospitalPlan, PlannedPerson, PlannedTask, PlannedTicket } from './seeded-hospital.ts';

/** Returns the id of an item in a plan, by its position. */
const ids = (plan: HospitalPlan, what: string, place: number): string => `${plan.id}-${what}-${place}`;

/**
 * Writes a planned hospital with its history: past rows directly, and data derived from rounds by the server's own
 * function. All in the first versions of the replica.
 */
export async function writeHospital(db: Database, plan: HospitalPlan, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await writePeople(tx, plan);
    const scope = writeScope(tx, plan);
    await writeDevices(scope, plan, now);
    await writeWarranties(scope, plan, now);
    await writeTickets(scope, plan);
    await writeTasks(scope, plan, now);
    await writeRounds(scope, plan, now);
    await publishChanges(tx, plan.id, scope.changes(), now);
  });
}

async function writePeople(tx: Executor, plan: HospitalPlan): Promise<void> {
  await tx.insert(schema.hospital).values({
    id: plan.id,
    name: plan.name,
    phone: '0802345678',
    address: '1 Ring Road',
    stateId: '29',
    stateName: 'Karnataka',
    cityId: '2901',
    cityName: 'Bengaluru',
    numberOfBme: 5,
    numberOfBeds: 50,
    timeZone: plan.timeZone,
  });
  await tx.insert(schema.appUser).values(
    plan.people.map(({ id, name, role }) => ({
      id,
      hospitalId: plan.id,
      role,
      name,
      email: `${id}@pages.test`,
      passwordHash: '',
    })),
  );
}

async function writeDevices(scope: WriteScope, plan: HospitalPlan, now: Date): Promise<void> {
  const makeId = ids(plan, 'make', 0);
  await scope.insert(
    schema.department,
    plan.departments.map((name, place) => ({ id: ids(plan, 'department', place), name, location: 'Floor 2' })),
  );
  await scope.insert(
    schema.equipment,
    plan.kinds.map(({ name, isCritical }, place) => ({
      id: ids(plan, 'kind', place),
      name,
      importance: isCritical ? ('Critical' as const) : ('Non-Critical' as const),
    })),
  );
  await scope.insert(schema.equipmentMake, { id: makeId, name: 'Aerolife' });
  await scope.insert(
    schema.equipmentModel,
    plan.kinds.map(({ name }, place) => {
      return { id: ids(plan, 'model', place), name: `${name} X`, makeId, equipmentId: ids(plan, 'kind', place) };
    }),
  );
  await scope.insert(
    schema.installation,
    plan.devices.map((device) => ({
      id: device.id,
      serialNumber: device.serialNumber,
      makeId,
      equipmentId: ids(plan, 'kind', device.kind),
      modelId: ids(plan, 'model', device.kind),
      departmentId: device.department === null ? null : ids(plan, 'department', device.department),
      location: device.location,
      installationDate: device.installationDate,
      retiredAt: device.isRetired ? now : null,
    })),
  );
  await writeFiles(
    scope,
    plan.devices.flatMap(({ id, documents }) =>
      Array.from({ length: documents }, (_none, place) => {
        return { ownerKind: 'installation' as const, ownerId: id, place, isReceived: true };
      }),
    ),
    now,
  );
  const living = plan.devices.filter(({ isRetired }) => !isRetired);
  scope.touch('department', ...plan.departments.map((_name, place) => ids(plan, 'department', place)));
  scope.touch('technician', ...plan.people.filter(({ role }) => role === 'BME').map(({ id }) => id));
  scope.touch('device', ...living.map(({ id }) => id));
}

interface PlannedFile {
  ownerKind: 'installation' | 'task';
  ownerId: string;
  place: number;
  isReceived: boolean;
}

/** Writes files whose bytes are never requested. */
async function writeFiles(scope: WriteScope, files: readonly PlannedFile[], now: Date): Promise<void> {
  const hashOf = ({ ownerId, place }: PlannedFile): string => `${ownerId}-${place}`;
  await scope.insert(
    schema.attachment,
    files.map((file) => ({
      sha256: hashOf(file),
      sizeBytes: 100 + file.place,
      mime: file.place === 0 ? 'application/pdf' : 'image/jpeg',
      receivedAt: file.isReceived ? now : null,
    })),
  );
  await scope.insert(
    schema.attachmentUse,
    files.map((file) => ({
      sha256: hashOf(file),
      ownerKind: file.ownerKind,
      ownerId: file.ownerId,
      name: `Meena ${file.place}`,
      createdAt: new Date(now.getTime() - file.place * 60_000),
    })),
  );
}

const kindOf = (place: number) => agreementKinds[place % agreementKinds.length] ?? 'Warranty';

const plannedTerms: AgreementTerms = {
  ...blankTerms(),
  covers: ['labour', 'parts'],
  exclusions: 'Probes',
  window: { hours: 'set', workDays: [1, 2, 3, 4, 5], hoursFrom: '09:00', hoursTo: '17:00', onHolidays: false },
  responseHours: 4,
  repairDays: 3,
  noticeDays: 60,
};

/** Terms stored with every third ticket, from a contract that may since have been deleted. */
const keptTerms: TicketTerms = {
  contractId: 'kept-contract',
  number: 'CMC-9',
  kind: 'CMC',
  vendorId: null,
  vendorName: '',
  phone: '+91 80 5550 123',
  startOn: '2026-01-01',
  endOn: '2026-12-31',
  terms: plannedTerms,
};

async function writeWarranties(scope: WriteScope, plan: HospitalPlan, now: Date): Promise<void> {
  await scope.insert(
    schema.warranty,
    plan.warranties.map(({ id, number, startOn, endOn, years, isRetired }, place) => ({
      id,
      number,
      startOn,
      endOn,
      durationMonths: years * 12,
      retiredAt: isRetired ? now : null,
      ...(kindOf(place) !== 'Warranty' && {
        kind: kindOf(place),
        contactName: 'S. Pillai',
        phone: '+91 80 5550 123',
        terms: place % 2 === 1 ? plannedTerms : null,
      }),
    })),
  );
  scope.touch('contract', ...plan.warranties.flatMap(({ id }, place) => (kindOf(place) === 'Warranty' ? [] : [id])));
  await scope.insert(schema.holiday, [{ onDay: '2026-06-26', name: 'Festival' }]);
  scope.touch('holiday', '2026-06-26');
  await scope.insert(schema.figureSettings, {
    place: 1,
    id: 'settings-1',
    changedAt: now,
    changedById: 'office',
    changedByName: 'Office',
    settings: { ...defaultFigureSettings, endSteps: [240, 120, 30, 7] },
  });
  scope.touch('setting', 'contracts');
  await scope.insert(
    schema.warrantySerial,
    plan.warranties.flatMap(({ id, deviceIds }) => deviceIds.map((deviceId) => ({ warrantyId: id, deviceId }))),
  );
}

function ticketStatus({ closedAt, pendingAt }: PlannedTicket): 'Open' | 'Pending' | 'Closed' {
  if (closedAt) return 'Closed';
  return pendingAt.length > 0 ? 'Pending' : 'Open';
}

async function writeTickets(scope: WriteScope, plan: HospitalPlan): Promise<void> {
  await scope.insert(
    schema.ticket,
    plan.tickets.map((ticket, place) => ({
      id: ticket.id,
      number: ticketNumber(2026, place + 1),
      deviceId: ticket.deviceId,
      issueType: 'Electrical' as const,
      problemReported: ticket.problem,
      priority: ticket.priority,
      status: ticketStatus(ticket),
      machineStatus: ticket.machineStatus,
      reportedBy: ticket.reportedBy.name,
      reportedById: ticket.reportedBy.id,
      reportedAt: ticket.reportedAt,
      receivedAt: ticket.reportedAt,
      technicianId: ticket.assignedTo?.id ?? null,
      terms: place % 3 === 0 ? keptTerms : null,
      assignedAt: ticket.assignedTo ? ticket.reportedAt : null,
      escalatedAt: ticket.escalatedAt,
      actionTaken: ticket.actionTaken,
      resolutionNote: ticket.resolutionNote,
      partRequired: ticket.partCost !== null,
      partDetails: ticket.partCost === null ? '' : 'Board',
      partCost: ticket.partCost,
      failureClass: ticket.failureClass,
      isFollowUpRequired: ticketStatus(ticket) === 'Pending',
      closedAt: ticket.closedAt,
      closedById: ticket.closedAt ? ticket.closedBy.id : null,
      closedByName: ticket.closedAt ? ticket.closedBy.name : null,
    })),
  );
  await scope.insert(
    schema.downtime,
    plan.tickets
      .filter(({ machineStatus }) => machineStatus === 'System Down')
      .map(({ id, deviceId, reportedAt, closedAt }) => {
        return { deviceId, sourceKind: 'ticket' as const, sourceId: id, fromAt: reportedAt, toAt: closedAt };
      }),
  );
  await addEvents(scope, plan.tickets.flatMap(eventsOfTicket));
  scope.touch('ticket', ...plan.tickets.map(({ id }) => id));
}

/** Names the events of a task or ticket by position. */
function eventsOf(
  kind: 'task' | 'ticket',
  id: string,
  said: readonly { at: Date; by: PlannedPerson; kind: WorkEventKind; data: WorkEvent['data'] }[],
): OwnedEvent[] {
  return said.map((each, place) => {
    const at = each.at.toISOString();
    const facts = { id: `${id}-${place}`, at, receivedAt: at, by: each.by.name, byRole: each.by.role };
    return { owner: { kind, id }, event: workEvent(each.kind, each.data as never, facts), byId: each.by.id };
  });
}

function eventsOfTicket(ticket: PlannedTicket): OwnedEvent[] {
  const { id, reportedBy, reportedAt, assignedTo, escalatedAt, pendingAt, closedAt, closedBy, noteAt } = ticket;
  return eventsOf('ticket', id, [
    { at: reportedAt, by: reportedBy, kind: 'reported', data: { reportedBy: reportedBy.name } },
    ...(assignedTo
      ? [
          {
            at: reportedAt,
            by: reportedBy,
            kind: 'assigned' as const,
            data: { technicianId: assignedTo.id, technicianName: assignedTo.name },
          },
        ]
      : []),
    ...(escalatedAt
      ? [{ at: escalatedAt, by: reportedBy, kind: 'escalated' as const, data: { to: ticket.priority } }]
      : []),
    ...pendingAt.map((at) => ({ at, by: closedBy, kind: 'left-pending' as const, data: {} })),
    ...(closedAt ? [{ at: closedAt, by: closedBy, kind: 'closed' as const, data: {} }] : []),
    ...(noteAt ? [{ at: noteAt, by: closedBy, kind: 'note' as const, data: { text: 'Meena called again' } }] : []),
  ]);
}

function eventsOfTask({
  id,
  by,
  taskDate,
  movedFrom,
  actionRequiredAt,
  escalatedAt,
  closedAt,
}: PlannedTask): OwnedEvent[] {
  const moved = { from: movedFrom ?? taskDate, to: taskDate };
  return eventsOf('task', id, [
    ...(movedFrom ? [{ at: new Date(`${movedFrom}T00:00:00Z`), by, kind: 'moved' as const, data: moved }] : []),
    ...(actionRequiredAt
      ? [{ at: actionRequiredAt, by, kind: 'action-required' as const, data: { details: 'Ask Meena for the key' } }]
      : []),
    ...(escalatedAt ? [{ at: escalatedAt, by, kind: 'escalated' as const, data: { to: 'High' as const } }] : []),
    ...(closedAt ? [{ at: closedAt, by, kind: 'closed' as const, data: {} }] : []),
  ]);
}

async function writeTasks(scope: WriteScope, plan: HospitalPlan, now: Date): Promise<void> {
  const isOpenTask = (task: PlannedTask): boolean => task.closedAt === null && task.actionRequiredAt !== null;
  await scope.insert(
    schema.task,
    plan.tasks.map((task, place) => ({
      id: task.id,
      deviceId: task.deviceId,
      type: task.type,
      taskDate: task.taskDate,
      sourceKind: task.ticketId === null ? ('installation' as const) : ('ticket' as const),
      sourceId: task.ticketId ?? task.deviceId,
      occurrence: task.ticketId === null ? place + 1 : 1,
      escalatedAt: task.escalatedAt,
      actionRequired: isOpenTask(task),
      actionRequiredDetails: task.actionRequiredAt ? 'Ask Meena for the key' : '',
      actionTaken: task.actionTaken,
      closedAt: task.closedAt,
      closedOn: task.closedAt ? hospitalDay(task.closedAt, plan.timeZone) : null,
      closedById: task.closedAt ? task.by.id : null,
      closedByName: task.closedAt ? task.by.name : null,
      removedAt: task.isRemoved ? now : null,
    })),
  );
  await writeFiles(
    scope,
    plan.tasks.flatMap(({ id, files }) =>
      files.map(({ isReceived }, place) => ({ ownerKind: 'task' as const, ownerId: id, place, isReceived })),
    ),
    now,
  );
  await addEvents(scope, plan.tasks.flatMap(eventsOfTask));
  scope.touch('task', ...plan.tasks.filter(({ isRemoved }) => !isRemoved).map(({ id }) => id));
}

async function writeRounds(scope: WriteScope, plan: HospitalPlan, now: Date): Promise<void> {
  const roundsOf = (templateId: string) => plan.rounds.filter((round) => round.templateId === templateId);
  await scope.insert(
    schema.roundTemplate,
    plan.templates.map(({ id, name, isRetired }) => {
      const rounds = roundsOf(id);
      const lastAt = rounds.reduce((last, { at }) => Math.max(last, at.getTime()), 0);
      return {
        id,
        name,
        completedRoundsCount: rounds.length,
        lastRoundAt: rounds.length === 0 ? null : new Date(lastAt),
        lastRoundOn:
          rounds
            .map(({ on }) => on)
            .toSorted()
            .at(-1) ?? null,
        retiredAt: isRetired ? now : null,
      };
    }),
  );
  await scope.insert(
    schema.roundTemplateDevice,
    plan.templates.flatMap(({ id, deviceIds }) =>
      deviceIds.map((deviceId, position) => ({ templateId: id, deviceId, position })),
    ),
  );
  await scope.insert(
    schema.round,
    plan.rounds.map(({ id, templateId, on, at, madeAt, by, entries }) => {
      const count = (status: string) => entries.filter((entry) => entry.status === status).length;
      return {
        id,
        templateId,
        onDay: on,
        userId: by.id,
        userName: by.name,
        submittedAt: at,
        madeAt,
        receivedAt: at,
        clockFlagged: madeAt.getTime() !== at.getTime(),
        operational: count('Operational'),
        needsAttention: count('Needs Attention'),
        notWorking: count('Not Working'),
        notSeen: count('Not Seen'),
      };
    }),
  );
  const entries = plan.rounds.flatMap((round) => round.entries.map((entry) => ({ ...entry, round })));
  await scope.insert(
    schema.roundEntry,
    entries.map(({ deviceId, status, at, round }, place) => ({
      roundId: round.id,
      deviceId,
      status,
      confirmedBy: confirmations[place % confirmations.length] ?? 'tap',
      description: status === 'Operational' ? '' : 'Meena heard an alarm',
      notSeenReason: status === 'Not Seen' ? 'In use' : null,
      observedAt: at,
      templateId: round.templateId,
      onDay: round.on,
    })),
  );
  const first = new Map<string, Date>();
  for (const { deviceId, status, at } of entries) {
    const known = first.get(deviceId);
    if (status !== 'Not Seen' && (!known || at < known)) first.set(deviceId, at);
  }
  const seen = [...first].map(([deviceId, at]) => ({ deviceId, observedAt: at.toISOString() }));
  await observeDevices(scope, await scope.rows<EarlierEntry>(earlierEntries(scope, seen)), []);
  scope.touch('template', ...plan.templates.filter(({ isRetired }) => !isRetired).map(({ id }) => id));
  scope.touch('round', ...plan.rounds.map(({ id }) => id));
}
