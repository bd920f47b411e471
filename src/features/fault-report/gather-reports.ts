import { deviceOf, type DeviceRecord, type FaultReportRecord, type NamedDevice } from '#contract/records/ward.ts';
import { affectsPatient } from '#contract/rules/fault-report.ts';
import { lastCover } from '#contract/rules/warranty-cover.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { WardView } from '#ui/engine/engine.ts';

/** A ticket that a report can be joined to, or was accepted as. */
export interface NamedTicket {
  id: string;
  /** Empty until the server has assigned one. */
  number: string;
}

/** A report with what else is known about its device. */
export interface ShownReport {
  report: FaultReportRecord;
  device: NamedDevice | undefined;
  /** Whether a decision on it is waiting on this tablet. */
  isWaiting: boolean;
  openTickets: readonly NamedTicket[];
  lastRound: DeviceRecord['latest'];
  coverUntil: LocalDay | null;
  ticket: NamedTicket | null;
}

/**
 * Returns the reports that nobody has decided on, those with a patient affected first and then the longest waiting; and
 * the decided ones, the latest first. Source: docs/product.md P305.
 */
export function gatherReports(view: Pick<WardView, 'get' | 'all' | 'isPending'>) {
  const named = (id: string): NamedTicket => ({ id, number: view.get('ticket', id)?.ticketNumber ?? '' });
  const shown = (report: FaultReportRecord): ShownReport => {
    const device = view.get('device', report.deviceId);
    return {
      report,
      device: deviceOf(view, report),
      isWaiting: view.isPending('faultReport', report.id),
      openTickets: device?.openTicketIds.map(named) ?? [],
      lastRound: device?.latest ?? null,
      coverUntil: lastCover(device?.warranties ?? [])?.end ?? null,
      ticket: report.ticketId === null ? null : named(report.ticketId),
    };
  };
  const all = view.all('faultReport').map(shown);
  const open = all.filter(({ report }) => report.state === 'received');
  const decided = all.filter(({ report }) => report.state !== 'received');
  return {
    open: open.sort(
      (a, b) =>
        Number(affectsPatient(b.report)) - Number(affectsPatient(a.report)) ||
        Date.parse(a.report.reportedAt) - Date.parse(b.report.reportedAt),
    ),
    decided: decided.sort((a, b) => Date.parse(b.report.decidedAt ?? '') - Date.parse(a.report.decidedAt ?? '')),
  };
}
