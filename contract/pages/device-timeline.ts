import type { EquipmentDetails } from '../calls/device/details.ts';
import { type DeviceRecord, maxRoundsCounted, type TaskRecord, type TicketRecord } from '../records/ward.ts';
import { type Activity, activitySentence, coverStarted } from '../rules/activities.ts';
import type { RoundStatus } from '../records/observation.ts';
import { hospitalDay, instantMs, type LocalDay, startOfHospitalDay } from '../rules/hospital-day.ts';
import type { RemovalReason } from '../rules/removal.ts';
import { closingAction, countedClosing, isFurtherVisit } from '../rules/ticket-visits.ts';
import { reportWords, type Viewer } from '../rules/work-events.ts';
import type { Moment } from './moment.ts';

type TimelineRow = EquipmentDetails['timeline'][number];

/** An event, with details that only users of the hospital may read. */
interface Happening {
  activity: Activity;
  /** Sorts events of the same instant. */
  id: string;
  details?: string;
  by?: string | null;
  /** Units: INR. */
  cost?: number | null;
  ticketId?: string;
  taskId?: string;
}

/** The facts that the timeline is built from: all of one device. */
export interface TimelineFacts {
  device: DeviceRecord;
  /** Null while it is installed. */
  retiredOn: LocalDay | null;
  removalReason: RemovalReason | null;
  tickets: readonly TicketRecord[];
  tasks: readonly TaskRecord[];
  rounds: readonly RoundFinding[];
}

/** The observation of the device in a round; words and name where they are known. */
export interface RoundFinding {
  status: RoundStatus;
  at: string;
  description?: string;
  by?: string;
}

/**
 * Lists all events of a device, newest first: reports, steps, notes, closings with action and cost, tasks, attempts,
 * moves and cancellations, rounds with findings, warranties and the installation. A visitor sees neither names nor
 * typed text. Up to `maxRounds` rounds are searched for findings.
 */
export function buildTimeline(
  facts: TimelineFacts,
  viewer: Viewer,
  { now, timeZone }: Moment,
  maxRounds = maxRoundsCounted,
): TimelineRow[] {
  const today = hospitalDay(now, timeZone);
  return [
    ...ofDevice(facts),
    ...facts.tickets.flatMap(ofTicket),
    ...facts.tasks.flatMap(ofTask),
    ...newestRounds(facts.rounds, maxRounds),
  ]
    .map((happening) => {
      const { activity } = happening;
      const on = 'on' in activity ? activity.on : hospitalDay(activity.at, timeZone);
      const atMs = 'on' in activity ? startOfHospitalDay(on, timeZone).getTime() : instantMs(activity.at);
      return { on, atMs, what: activitySentence(activity), happening };
    })
    .filter(({ on }) => on <= today)
    .sort((a, b) => b.atMs - a.atMs || order(a.what, b.what) || order(a.happening.id, b.happening.id))
    .map(({ on, what, happening: { details, by, cost = null, ticketId, taskId } }) => ({
      on,
      what,
      details: (viewer === 'staff' && details) || '',
      by: (viewer === 'staff' && by) || '',
      cost,
      ...(viewer === 'staff' && ticketId !== undefined && { ticketId }),
      ...(viewer === 'staff' && taskId !== undefined && { taskId }),
    }));
}

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function ofDevice({ device, retiredOn, removalReason: reason }: TimelineFacts): Happening[] {
  const { id, installationDate, warranties } = device;
  return [
    ...(retiredOn === null ? [] : [{ id, activity: { kind: 'removed', on: retiredOn, reason } as const }]),
    ...(installationDate === null ? [] : [{ id, activity: { kind: 'installed', on: installationDate } as const }]),
    ...warranties.map((cover) => ({ id: cover.number, activity: coverStarted(cover) })),
  ];
}

function ofTicket(ticket: TicketRecord): Happening[] {
  const { id: ticketId, ticketNumber, issueType, closedAt } = ticket;
  const counted = countedClosing(ticket.events);
  const during = ticket.events.flatMap((event): Happening[] => {
    const { id, at, by, kind } = event;
    switch (kind) {
      case 'left-pending':
      case 'closed': {
        if (event === counted) return [];
        const activity = isFurtherVisit(event, counted) ? 'ticket-visit' : 'ticket-pending';
        const details = event.data.visit?.actionTaken ?? '';
        return [{ id, ticketId, by, details, activity: { kind: activity, at, ticketNumber } }];
      }
      case 'note':
        return [{ id, ticketId, by, details: event.data.text, activity: { kind: 'ticket-note', at, ticketNumber } }];
      case 'accepted':
      case 'arrived':
      case 'waiting':
      case 'resumed':
      case 'restored': {
        const details = kind === 'waiting' ? event.data.note : '';
        return [{ id, ticketId, by, details, activity: { kind: 'ticket-step', at, ticketNumber, step: event } }];
      }
      default:
        return [];
    }
  });
  const reported: Happening = {
    id: ticketId,
    ticketId,
    by: ticket.reportedBy,
    details: ticket.problemReported,
    activity: { kind: 'ticket-reported', at: ticket.reportedDate, ticketNumber, issueType },
  };
  if (closedAt === null) return [reported, ...during];
  const closed: Happening = {
    id: ticketId,
    ticketId,
    by: ticket.closedBy,
    details: closingAction(ticket),
    cost: ticket.partCost ?? 0,
    activity: { kind: 'ticket-closed', at: closedAt, ticketNumber },
  };
  return [reported, ...during, closed];
}

function ofTask({ id: taskId, type, closedAt, closedBy, actionTaken, events }: TaskRecord): Happening[] {
  const during = events.flatMap((event): Happening[] => {
    const { id, at, by, kind } = event;
    if (kind === 'action-required') {
      const details = reportWords(event.data);
      return [{ id, taskId, by, details, activity: { kind: 'task-action-required', at, type } }];
    }
    if (kind === 'note') {
      return [{ id, taskId, by, details: event.data.text, activity: { kind: 'task-note', at, type } }];
    }
    // A move made by a plan has no author.
    if (kind !== 'attempted' && kind !== 'cancelled' && kind !== 'resumed' && (kind !== 'moved' || by === null))
      return [];
    const details = kind === 'attempted' ? event.data.note : kind === 'resumed' ? '' : (event.data.reason ?? '');
    return [{ id, taskId, by, details, activity: { kind: 'task-step', at, type, step: event } }];
  });
  if (closedAt === null) return during;
  const activity = { kind: 'task-closed', at: closedAt, type } as const;
  return [...during, { id: taskId, taskId, by: closedBy, details: actionTaken, cost: 0, activity }];
}

/** Returns the newest rounds with findings, because the others would hide the work. */
function newestRounds(rounds: TimelineFacts['rounds'], most: number): Happening[] {
  return rounds
    .map((round) => ({ ...round, atMs: instantMs(round.at) }))
    .sort((a, b) => b.atMs - a.atMs)
    .slice(0, most)
    .filter(({ status }) => status !== 'Operational')
    .map(({ status, at, description = '', by = null }) => ({
      id: at,
      by,
      details: description,
      activity: { kind: 'round', at, status },
    }));
}
