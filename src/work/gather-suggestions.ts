import type { Moment } from '#contract/pages/moment.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { classFindings, type ClassedTicket } from '#contract/rules/class-findings.ts';
import { agreementRegister } from '#contract/rules/agreements/register.ts';
import { type MissedVisits, missedVisits } from '#contract/rules/agreements/visits.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { type SuggestionDevice, type SuggestionFacts, ticketsIn90Days } from '#contract/rules/suggestions.ts';
import { isOpenTask } from '#contract/rules/task-status.ts';
import { downtimesOf, uptimePercentage } from '#contract/rules/uptime.ts';
import { lastCover } from '#contract/rules/warranty-cover.ts';
import { endStepsOf } from '#ui/work/end-steps.ts';
import type { WardView } from '#ui/engine/engine.ts';

type Reads = Pick<WardView, 'all' | 'get'>;

const noTasks: SuggestionDevice['openTasks'] = [];
const noVisits: ReadonlyMap<string, MissedVisits> = new Map();

/** Collects the facts about devices and the hospital from which suggestions are computed. */
export function gatherSuggestions(view: Reads, moment: Moment): SuggestionFacts {
  const tasks = byDevice(view.all('task').filter(isOpenTask));
  const tickets = byDevice(view.all('ticket'));
  const findings = classFindings(gatherClassed(view), moment.now);
  const inTemplates = new Set(view.all('template').flatMap((template) => template.deviceIds));
  const missed = gatherMissedVisits(view, moment);
  const devices = view.all('device').map((device) => ({
    ...coverFacts(device, view),
    name: device.equipmentName,
    serialNumber: device.serialNumber,
    isCritical: device.importance === 'Critical',
    openTasks:
      tasks
        .get(device.id)
        ?.flatMap(({ type, taskDate }) => (type === 'PM' || type === 'Cal' ? [{ type, taskDate }] : [])) ?? noTasks,
    ticketsIn90Days: ticketsIn90Days(tickets.get(device.id)?.map((ticket) => ticket.reportedDate) ?? [], moment.now),
    uptimePercentage: uptimePercentage({
      downtimes: downtimesOf(device),
      installedOn: device.installationDate,
      ...moment,
    }),
    isInRoundTemplate: inTemplates.has(device.id),
    needsAttentionRun: device.needsAttentionRun,
    finding: findings.get(device.id) ?? null,
    missedVisits: missed.get(device.id) ?? null,
  }));
  return { devices, endSteps: endStepsOf(view) };
}

/** Counts the visits that vendors owe, by device. */
function gatherMissedVisits(view: Reads, { now, timeZone }: Moment): ReadonlyMap<string, MissedVisits> {
  if (!view.all('contract').some(({ terms }) => terms?.visitsPerYear)) return noVisits;
  const contracts = agreementRegister({
    devices: view.all('device'),
    agreementOf: (id) => view.get('contract', id),
  });
  return missedVisits(contracts, view.all('task'), { today: hospitalDay(now, timeZone), timeZone });
}

function coverFacts(
  { warranties }: DeviceRecord,
  view: Reads,
): Pick<SuggestionDevice, 'warrantyEndsOn' | 'coverKind' | 'noticeDays'> {
  const cover = lastCover(warranties);
  const contract = cover?.contractId === undefined ? undefined : view.get('contract', cover.contractId);
  return {
    warrantyEndsOn: cover?.end ?? null,
    coverKind: cover && (cover.kind ?? 'Warranty'),
    noticeDays: contract?.terms?.noticeDays ?? null,
  };
}

/** Returns closed tickets of installed devices with a stated failure class. */
function gatherClassed(view: Reads): ClassedTicket[] {
  return view.all('ticket').flatMap(({ deviceId, failureClass, reportedDate, closedAt }) => {
    const device = failureClass === null ? undefined : view.get('device', deviceId);
    if (failureClass === null || closedAt === null || !device) return [];
    return [{ deviceId, equipmentId: device.equipmentId, failureClass, reportedDate, closedAt }];
  });
}

function byDevice<Row extends { deviceId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const known = found.get(row.deviceId);
    if (known) known.push(row);
    else found.set(row.deviceId, [row]);
  }
  return found;
}
