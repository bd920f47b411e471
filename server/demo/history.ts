import type { RoundStatus } from '#contract/records/observation.ts';
import { addDays, startOfHospitalDay } from '#contract/rules/hospital-day.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { Priority } from '#contract/records/values.ts';
import type { Seeded } from './seeded.ts';
import { type DemoProblem, findings, problems } from './problems.ts';
import { closedSteps, type DemoStep, openSteps } from './ticket-steps.ts';

/** The facts about a device that the history needs. */
export interface HistoryDevice {
  id: string;
  departmentName: string;
  critical: boolean;
}

export interface DemoTicket extends Pick<DemoProblem, 'issueType' | 'text' | 'action'> {
  deviceId: string;
  priority: Priority;
  machineStatus: 'System Down' | 'Restrictive Use' | 'Problem Intermittent';
  reportedAt: Date;
  /** Null while it is open. */
  closedAt: Date | null;
  /** Reported progress, in order. */
  steps: readonly DemoStep[];
  /** Null if the close form did not say. */
  failureClass: DemoProblem['failureClass'] | null;
  pending: boolean;
  escalated: boolean;
  partCost: number | null;
}

export interface DemoRound {
  templateName: string;
  on: LocalDay;
  submittedAt: Date;
  entries: { deviceId: string; status: RoundStatus | 'Not Seen'; description: string; reason: string | null }[];
}

const hourMs = 3_600_000;
/** Number of days before today that have rounds. */
const roundDays = 30;
/** Wards whose round is already done today, so that the list shows both kinds. */
const doneToday = 3;

/** Reasons why a round could not see a device; frequent ones are listed twice. */
const notSeenReasons = ['In use', 'In use', 'In use', 'Moved', 'Moved', 'Not located'] as const;

const priorityOf = (device: HistoryDevice, random: Seeded): Priority =>
  device.critical ? random.pick(['High', 'Critical'] as const) : random.pick(['Low', 'Medium', 'Medium'] as const);

/** Number of breakdowns in the months before the rounds; those of the last weeks come from rounds. */
const earlierTickets = 150;
const earliest = { fromDays: 30, toDays: 330 };
const openTickets = 7;
/** Share of devices found not working that somebody reported, and the number of days until such a ticket is closed. */
const reportedShare = 0.7;
const settledDays = 3;
/** Share of close forms that state a failure class. */
const classifiedShare = 0.92;

/** Generates the tickets of the last year: those that rounds led to, earlier ones, and some open ones. */
export function demoTickets(
  random: Seeded,
  devices: readonly HistoryDevice[],
  rounds: readonly DemoRound[],
  now: Date,
): DemoTicket[] {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const ticket = (device: HistoryDevice, of: DemoProblem, reportedAt: Date, hours: number | null): DemoTicket => {
    const closedAt = hours === null ? null : new Date(reportedAt.getTime() + hours * hourMs);
    return {
      deviceId: device.id,
      issueType: of.issueType,
      text: of.text,
      action: of.action,
      priority: priorityOf(device, random),
      machineStatus: random.pick(['System Down', 'Restrictive Use', 'Problem Intermittent'] as const),
      reportedAt,
      closedAt,
      steps: closedAt === null ? [] : closedSteps(random, reportedAt, closedAt),
      failureClass: closedAt !== null && random.chance(classifiedShare) ? of.failureClass : null,
      pending: false,
      escalated: false,
      partCost: closedAt !== null && random.chance(0.4) ? random.between(4, 180) * 250 : null,
    };
  };
  const hoursAgo = (from: number, to: number): Date => new Date(now.getTime() - random.between(from, to) * hourMs);
  const fromRounds = rounds.flatMap(({ submittedAt, entries }) =>
    entries.flatMap(({ deviceId, status, description }) => {
      const device = byId.get(deviceId);
      const isSettled = submittedAt.getTime() < now.getTime() - settledDays * 24 * hourMs;
      if (status !== 'Not Working' || !device || !isSettled || !random.chance(reportedShare)) return [];
      const of = problems.find(({ text }) => text === description) ?? random.pick(problems);
      return [ticket(device, of, new Date(submittedAt.getTime() + hourMs / 20), random.between(2, 60))];
    }),
  );
  const { fromDays, toDays } = earliest;
  const earlier = Array.from({ length: earlierTickets }, () =>
    ticket(random.pick(devices), random.pick(problems), hoursAgo(fromDays * 24, toDays * 24), random.between(2, 90)),
  );
  const open = Array.from({ length: openTickets }, (_none, place) => {
    const reportedAt = hoursAgo(4, 150);
    const made = ticket(random.pick(devices), random.pick(problems), reportedAt, null);
    return { ...made, steps: openSteps(place, reportedAt), pending: place === 0, escalated: place === 1 };
  });
  return [...fromRounds, ...earlier, ...open].sort((a, b) => a.reportedAt.getTime() - b.reportedAt.getTime());
}

/** Generates thirty days of rounds: one per ward and day, with nearly all devices operational. */
export function demoRounds(
  random: Seeded,
  templates: readonly { name: string; devices: readonly HistoryDevice[] }[],
  today: LocalDay,
  timeZone: string,
): DemoRound[] {
  const rounds: DemoRound[] = [];
  for (let ago = roundDays; ago >= 0; ago -= 1) {
    const on = addDays(today, -ago);
    templates.forEach((template, index) => {
      if (ago === 0 && index >= doneToday) return;
      if (ago > 0 && random.chance(0.04)) return;
      const submittedAt = new Date(
        startOfHospitalDay(on, timeZone).getTime() + (ago === 0 ? index + 1 : 8 * 60 + random.between(0, 150)) * 60_000,
      );
      rounds.push({
        templateName: template.name,
        on,
        submittedAt,
        entries: template.devices.map((device) => entryOf(random, device)),
      });
    });
  }
  return rounds;
}

function entryOf(random: Seeded, device: HistoryDevice): DemoRound['entries'][number] {
  const seen = random.next();
  if (seen < 0.002) {
    return { deviceId: device.id, status: 'Not Working', description: random.pick(problems).text, reason: null };
  }
  if (seen < 0.018) {
    return { deviceId: device.id, status: 'Needs Attention', description: random.pick(findings), reason: null };
  }
  if (seen < 0.026) {
    return { deviceId: device.id, status: 'Not Seen', description: '', reason: random.pick(notSeenReasons) };
  }
  return { deviceId: device.id, status: 'Operational', description: '', reason: null };
}
