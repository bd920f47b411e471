import type { RoundStatus } from '#contract/rules/device-status.ts';
import { addDays, startOfHospitalDay } from '#contract/rules/hospital-day.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { Priority } from '#contract/rules/ticket.ts';
import type { Seeded } from './seeded.ts';
import { findings, problems } from './wards.ts';

/** A device as the history needs it. */
export interface HistoryDevice {
  id: string;
  departmentName: string;
  critical: boolean;
}

export interface DemoTicket {
  deviceId: string;
  issueType: (typeof problems)[number]['issueType'];
  problem: string;
  action: string;
  priority: Priority;
  machineStatus: 'System Down' | 'Restrictive Use' | 'Problem Intermittent';
  reportedAt: Date;
  /** Null while it is open. */
  closedAt: Date | null;
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
/** Days of rounds before today. */
const roundDays = 30;
/** Wards whose round of today is done already, so that the list shows both kinds. */
const doneToday = 3;

const priorityOf = (device: HistoryDevice, random: Seeded): Priority =>
  device.critical ? random.pick(['High', 'Critical'] as const) : random.pick(['Low', 'Medium', 'Medium'] as const);

/** Tickets of the last year: most closed, some open, one of them escalated. */
export function demoTickets(random: Seeded, devices: readonly HistoryDevice[], now: Date): DemoTicket[] {
  const tickets: DemoTicket[] = [];
  const closedCount = 62;
  const openCount = 7;
  for (let index = 0; index < closedCount + openCount; index += 1) {
    const device = random.pick(devices);
    const problem = random.pick(problems);
    const open = index >= closedCount;
    const reportedAt = new Date(now.getTime() - random.between(open ? 3 : 96, open ? 150 : 330 * 24) * hourMs);
    tickets.push({
      deviceId: device.id,
      issueType: problem.issueType,
      problem: problem.text,
      action: problem.action,
      priority: priorityOf(device, random),
      machineStatus: random.pick(['System Down', 'Restrictive Use', 'Problem Intermittent'] as const),
      reportedAt,
      closedAt: open ? null : new Date(reportedAt.getTime() + random.between(2, 90) * hourMs),
      pending: index === closedCount,
      escalated: index === closedCount + 1,
      partCost: !open && random.chance(0.4) ? random.between(4, 180) * 250 : null,
    });
  }
  return tickets.sort((a, b) => a.reportedAt.getTime() - b.reportedAt.getTime());
}

/** Thirty days of rounds: one a ward and day, nearly all devices operational. */
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
  if (seen < 0.003) {
    return { deviceId: device.id, status: 'Not Working', description: random.pick(problems).text, reason: null };
  }
  if (seen < 0.018) {
    return { deviceId: device.id, status: 'Needs Attention', description: random.pick(findings), reason: null };
  }
  if (seen < 0.026) return { deviceId: device.id, status: 'Not Seen', description: '', reason: 'In use' };
  return { deviceId: device.id, status: 'Operational', description: '', reason: null };
}
