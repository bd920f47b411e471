import { eq, sql } from 'drizzle-orm';
import type { FaultReportRecord } from '#contract/records/ward.ts';
import { decided, type Decision, reportTicketId, reportWords, ticketOfReport } from '#contract/rules/fault-report.ts';
import { noteOf } from '#contract/rules/work-events.ts';
import { registerFiles } from '../attachment/register.ts';
import type { CallContext, Handlers } from '../context.ts';
import { faultReport, installation, ticket } from '../db/schema.ts';
import { invalidField, unknownRecord } from '../problem.ts';
import { presentFaultReports } from '../sync/present-reports.ts';
import { openTicket } from '../ticket/report.ts';
import { anyTicket, change, happened } from '../ticket/writes.ts';

type ReportWrite = Pick<CallContext<'closeReport'>, 'hospital' | 'id' | 'actor' | 'time' | 'now'>;

/** What engineers and the office do with reports from labels. Source: docs/decisions/492-decisions-on-reports.md */
export const reportWorkHandlers = {
  acceptReport: async (ctx) => {
    const { hospital, body, time } = ctx;
    const report = await anyReport(ctx, body.reportId);
    const ticketId = reportTicketId(report.id);
    const device = await hospital.find(installation, eq(installation.id, report.deviceId), { lock: true });
    if (!device) throw unknownRecord('device');
    const made = await hospital.find(ticket, eq(ticket.id, ticketId));
    const told = await decide(ctx, report, { state: 'accepted', ticketId });
    if (made) return answer(report, made, [...told, `It is already the ticket ${made.number}.`]);
    // The report's time is the server's, whatever the tablet's clock says.
    const entry = { ...ctx, id: ticketId, time: { ...time, offsetMs: 0 } };
    const { number } = await openTicket(entry, device, ticketOfReport(report, body));
    await registerFiles(hospital, { kind: 'ticket', id: ticketId }, report.photos, ctx.actor.name, ctx.now);
    const notices = device.retiredAt ? [`${device.serialNumber} was retired in the meantime. The ticket is kept.`] : [];
    return answer(report, { id: ticketId, number }, notices);
  },

  joinReport: async (ctx) => {
    const { hospital, body } = ctx;
    const report = await anyReport(ctx, body.reportId);
    const row = await anyTicket(hospital, body.ticketId);
    if (row.deviceId !== report.deviceId) throw invalidField('ticketId', 'This ticket is of another device.');
    await registerFiles(hospital, { kind: 'ticket', id: row.id }, report.photos, ctx.actor.name, ctx.now);
    const words = `${report.reference}: ${reportWords(report)}`;
    const changed = await change(ctx, row, {}, happened(ctx, row, 'note', noteOf(words, report.photos)));
    const told = await decide(ctx, report, { state: 'joined', ticketId: row.id });
    return answer(report, row, [...told, ...(changed.notices ?? [])]);
  },

  closeReport: async (ctx) => {
    const report = await anyReport(ctx, ctx.body.reportId);
    const told = await decide(ctx, report, { reason: ctx.body.reason });
    return answer(report, null, told);
  },
} satisfies Handlers<'acceptReport' | 'joinReport' | 'closeReport'>;

/** Finds a report and locks it against other decisions. Throws: ApiError `record.unknown`. */
async function anyReport({ hospital }: ReportWrite, id: string): Promise<FaultReportRecord> {
  await hospital.rows(sql`
    select 1 from fault_report where hospital_id = ${hospital.id} and id = ${id} for no key update`);
  const [report] = await presentFaultReports(hospital, [id]);
  if (!report) throw unknownRecord('report');
  return report;
}

/** Stores a decision if it counts; otherwise returns what to tell its author. */
async function decide(ctx: ReportWrite, report: FaultReportRecord, part: Partial<Decision>): Promise<string[]> {
  const { hospital, actor, time } = ctx;
  const decision = {
    state: 'closed' as const,
    ticketId: null,
    reason: null,
    decidedAt: time.at.toISOString(),
    decidedBy: actor.name,
    ...part,
  };
  const now = decided(report, decision);
  hospital.touch('faultReport', report.id);
  if (now === report) {
    return [`${report.reference} was already ${report.state} by ${report.decidedBy ?? 'somebody'}, which counts.`];
  }
  await hospital.update(
    faultReport,
    {
      state: now.state,
      ticketId: now.ticketId,
      reason: now.reason,
      decidedAt: time.at,
      decidedById: actor.id,
      decidedByName: actor.name,
    },
    eq(faultReport.id, report.id),
  );
  return [];
}

function answer({ id }: FaultReportRecord, made: { id: string; number: string } | null, notices: readonly string[]) {
  return {
    id,
    ticketId: made?.id ?? null,
    ticketNumber: made?.number ?? null,
    ...(notices.length > 0 && { notices: [...notices] }),
  };
}
