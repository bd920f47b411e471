import type { EntryStatus } from '#contract/records/observation.ts';
import {
  type FailureClass,
  type MachineStatus,
  machineStatuses,
  priorities,
  type Priority,
  type TaskType,
} from '#contract/records/values.ts';
import { addDays, hospitalDay, startOfHospitalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { warrantyEnd } from '#contract/rules/warranty-end.ts';
import { seeded, type Seeded } from '#server/demo/seeded.ts';

/** A user of the plan. */
export interface PlannedPerson {
  id: string;
  name: string;
  role: 'BME' | 'Hospital';
}

/** One device of the plan. */
export interface PlannedDevice {
  id: string;
  serialNumber: string;
  kind: number;
  department: number | null;
  location: string | null;
  installationDate: LocalDay | null;
  isRetired: boolean;
  documents: number;
}

/** A planned warranty: expired, in force or in the future. */
export interface PlannedWarranty {
  id: string;
  number: string;
  startOn: LocalDay;
  endOn: LocalDay;
  years: number;
  isRetired: boolean;
  deviceIds: string[];
}

/** A round template of the plan. */
export interface PlannedTemplate {
  id: string;
  name: string;
  isRetired: boolean;
  deviceIds: string[];
}

/** A round; `on` may be a future day, as written by a tablet whose clock was fast. */
export interface PlannedRound {
  id: string;
  templateId: string;
  on: LocalDay;
  /** The corrected time. */
  at: Date;
  /** The time by the tablet's clock. */
  madeAt: Date;
  by: PlannedPerson;
  entries: { deviceId: string; status: EntryStatus; at: Date }[];
}

/** A ticket in one of its states, with the times of its events. */
export interface PlannedTicket {
  id: string;
  deviceId: string;
  problem: string;
  priority: Priority;
  machineStatus: MachineStatus;
  reportedBy: PlannedPerson;
  reportedAt: Date;
  assignedTo: PlannedPerson | null;
  escalatedAt: Date | null;
  /** Times of closings that asked for a follow-up. */
  pendingAt: Date[];
  closedAt: Date | null;
  closedBy: PlannedPerson;
  actionTaken: string;
  resolutionNote: string;
  partCost: number | null;
  failureClass: FailureClass | null;
  noteAt: Date | null;
}

/** A task in one of its states. */
export interface PlannedTask {
  id: string;
  deviceId: string;
  type: TaskType;
  taskDate: LocalDay;
  /** The day from which it was moved. */
  movedFrom: LocalDay | null;
  actionRequiredAt: Date | null;
  escalatedAt: Date | null;
  closedAt: Date | null;
  by: PlannedPerson;
  actionTaken: string;
  isRemoved: boolean;
  files: { isReceived: boolean }[];
  /** The ticket that it follows up. */
  ticketId: string | null;
}

/** A hospital with a history of about two years. */
export interface HospitalPlan {
  seed: number;
  id: string;
  name: string;
  timeZone: string;
  people: PlannedPerson[];
  departments: string[];
  kinds: { name: string; isCritical: boolean }[];
  devices: PlannedDevice[];
  warranties: PlannedWarranty[];
  templates: PlannedTemplate[];
  rounds: PlannedRound[];
  tickets: PlannedTicket[];
  tasks: PlannedTask[];
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const timeZones = ['Asia/Kolkata', 'UTC', 'America/New_York', 'Pacific/Auckland', 'Asia/Kathmandu'] as const;
/** Words that only the hospital's users may read; visitors' pages are searched for them. */
export const privateWords = ['Meena', 'smoke', 'Pillai', 'Zachariah', 'Quentin'] as const;
const firstNames = ['Zachariah', 'Quentin', 'Meena'] as const;

/** The sources from which the parts of a plan are drawn. */
interface Draw {
  random: Seeded;
  now: Date;
  today: LocalDay;
  timeZone: string;
  newId: () => string;
  people: readonly PlannedPerson[];
}

/** Plans a hospital; the same seed and moment give the same plan on every machine. */
export function planHospital(seed: number, now: Date): HospitalPlan {
  const random = seeded(seed);
  let count = 0;
  const newId = (): string => {
    count += 1;
    return `${seed.toString(16).padStart(8, '0')}-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
  };
  const timeZone = random.pick(timeZones);
  const today = hospitalDay(now, timeZone);
  const people = firstNames.map((name, place): PlannedPerson => {
    return { id: newId(), name: `${name} ${seed}`, role: place === 2 ? 'Hospital' : 'BME' };
  });
  const draw: Draw = { random, now, today, timeZone, newId, people };
  const departments = many(random, 1, 3, (place) => `Ward ${place + 1}`);
  const kinds = many(random, 1, 3, (place) => ({ name: `Kind ${place + 1}`, isCritical: random.chance(0.5) }));
  const devices = many(random, 2, 9, (place) => planDevice(draw, seed, place, departments.length, kinds.length));
  const templates = many(random, 1, 3, (place) => planTemplate(draw, place, devices));
  const tickets = devices.flatMap((device) => many(random, 0, 5, () => planTicket(draw, device)));
  return {
    seed,
    id: newId(),
    name: `Hospital ${seed}`,
    timeZone,
    people,
    departments,
    kinds,
    devices,
    warranties: many(random, 0, 5, (place) => planWarranty(draw, place, devices)),
    templates,
    rounds: templates.flatMap((template) => planRounds(draw, template)),
    tickets,
    tasks: [
      ...devices.flatMap((device) => many(random, 0, 6, () => planTask(draw, device))),
      ...tickets.flatMap((ticket) => planFollowUp(draw, ticket, devices)),
    ],
  };
}

function many<T>(random: Seeded, from: number, to: number, make: (place: number) => T): T[] {
  return Array.from({ length: random.between(from, to) }, (_none, place) => make(place));
}

function some<T>(random: Seeded, list: readonly T[], share: number): T[] {
  return list.filter(() => random.chance(share));
}

const ago = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

function planDevice(draw: Draw, seed: number, place: number, departments: number, kinds: number): PlannedDevice {
  const { random, today, newId } = draw;
  const installed = random.pick([null, today, addDays(today, -40), addDays(today, -400), addDays(today, 9)]);
  return {
    id: newId(),
    serialNumber: `S${seed}-${place + 1}`,
    kind: random.between(0, kinds - 1),
    department: random.chance(0.8) ? random.between(0, departments - 1) : null,
    location: random.chance(0.7) ? `Bed ${place}` : null,
    installationDate: installed,
    isRetired: place > 0 && random.chance(0.2),
    documents: random.between(0, 2),
  };
}

function planWarranty(
  { random, today, newId }: Draw,
  place: number,
  devices: readonly PlannedDevice[],
): PlannedWarranty {
  const years = random.between(1, 3);
  const startOn = addDays(
    today,
    random.pick([-1500, -1000, -years * 365, 1 - years * 365, 20 - years * 365, -1, 0, 1, 90]),
  );
  return {
    id: newId(),
    number: `AMC-${place + 1}`,
    startOn,
    endOn: warrantyEnd(startOn, years * 12),
    years,
    isRetired: random.chance(0.15),
    deviceIds: some(random, devices, 0.5).map(({ id }) => id),
  };
}

function planTemplate({ random, newId }: Draw, place: number, devices: readonly PlannedDevice[]): PlannedTemplate {
  const walk = some(random, devices, 0.7).map(({ id }) => id);
  return { id: newId(), name: `Round ${12 - place}`, isRetired: random.chance(0.15), deviceIds: walk };
}

const statuses = [
  'Operational',
  'Operational',
  'Needs Attention',
  'Needs Attention',
  'Not Working',
  'Not Seen',
] as const;

function planRounds(draw: Draw, template: PlannedTemplate): PlannedRound[] {
  const { random, now, today, timeZone, newId, people } = draw;
  const steady = random.chance(0.4) ? ('Needs Attention' as const) : null;
  const days = many(random, 0, 28, () => random.between(0, 40));
  if (random.chance(0.3)) days.push(0);
  // The tablet's clock ran a day ahead.
  if (random.chance(0.3)) days.push(-1);
  return days.map((daysAgo): PlannedRound => {
    const on = addDays(today, -daysAgo);
    const began = startOfHospitalDay(on, timeZone).getTime() + random.between(0, 600) * 60_000;
    const at = new Date(Math.min(began, now.getTime()));
    return {
      id: newId(),
      templateId: template.id,
      on,
      at,
      madeAt: new Date(at.getTime() + random.pick([0, 0, 0, 3 * hourMs, -dayMs])),
      by: random.pick(people),
      entries: template.deviceIds.map((deviceId) => ({
        deviceId,
        status: steady ?? random.pick(statuses),
        at: new Date(Math.min(at.getTime() + random.between(0, 40) * 1000, now.getTime())),
      })),
    };
  });
}

function planTicket({ random, now, newId, people }: Draw, device: PlannedDevice): PlannedTicket {
  const reportedAt = ago(
    now,
    random.between(1, random.pick([60, 2400, 15_000])) * hourMs + random.between(0, 3_599_999),
  );
  const after = (hours: number): Date => new Date(Math.min(reportedAt.getTime() + hours * hourMs, now.getTime()));
  const state = random.pick(['Open', 'Pending', 'Closed', 'Closed'] as const);
  const wasPending = state === 'Pending' || (state === 'Closed' && random.chance(0.4));
  return {
    id: newId(),
    deviceId: device.id,
    problem: random.pick(['', 'Sister Meena saw smoke', 'No display']),
    priority: random.pick(priorities),
    machineStatus: random.pick(machineStatuses),
    reportedBy: random.pick(people),
    reportedAt,
    assignedTo: random.chance(0.6) ? random.pick(people.filter(({ role }) => role === 'BME')) : null,
    escalatedAt: random.chance(0.25) ? after(2) : null,
    pendingAt: wasPending ? many(random, 1, 2, (place) => after(5 + place)) : [],
    closedAt: state === 'Closed' ? after(random.between(8, 90)) : null,
    closedBy: random.pick(people),
    actionTaken: state === 'Open' ? '' : random.pick(['Board replaced by R. Pillai', 'Fuse changed']),
    resolutionNote: state === 'Closed' ? random.pick(['', 'Given back to Sister Meena']) : '',
    partCost: state !== 'Open' && random.chance(0.6) ? random.between(1, 999_999) / 100 : null,
    failureClass: state === 'Closed' && random.chance(0.7) ? random.pick(['battery', 'use-error', 'wear']) : null,
    noteAt: state === 'Closed' && random.chance(0.3) ? now : null,
  };
}

function planTask({ random, now, today, newId, people }: Draw, device: PlannedDevice): PlannedTask {
  const taskDate = addDays(today, random.between(-90, 45));
  const isClosed = taskDate <= today && random.chance(0.5);
  const closedAt = isClosed ? ago(now, random.between(0, 80 * 24) * hourMs) : null;
  return {
    id: newId(),
    deviceId: device.id,
    type: random.pick(['PM', 'Cal', 'Ins', 'CM'] as const),
    taskDate,
    movedFrom: random.chance(0.2) ? addDays(taskDate, -7) : null,
    actionRequiredAt: random.chance(0.3) ? ago(closedAt ?? now, random.between(1, 50) * hourMs) : null,
    escalatedAt: random.chance(0.2) ? ago(now, hourMs) : null,
    closedAt,
    by: random.pick(people),
    actionTaken: isClosed ? random.pick(['', 'Cleaned with R. Pillai']) : '',
    isRemoved: !isClosed && (device.isRetired || random.chance(0.1)),
    files: many(random, 0, 2, () => ({ isReceived: random.chance(0.7) })),
    ticketId: null,
  };
}

/** Plans the corrective task of a ticket left Pending; a closing without follow-up removes it. */
function planFollowUp(draw: Draw, ticket: PlannedTicket, devices: readonly PlannedDevice[]): PlannedTask[] {
  const [leftAt] = ticket.pendingAt;
  const device = devices.find(({ id }) => id === ticket.deviceId);
  if (!leftAt || !device) return [];
  const taskDate = addDays(hospitalDay(leftAt, draw.timeZone), 7);
  const isDone = taskDate <= draw.today && ticket.closedAt === null && draw.random.chance(0.4);
  return [
    {
      ...planTask(draw, device),
      type: 'CM',
      taskDate,
      movedFrom: null,
      closedAt: isDone ? draw.now : null,
      actionRequiredAt: null,
      isRemoved: !isDone && (device.isRetired || ticket.closedAt !== null),
      ticketId: ticket.id,
    },
  ];
}
