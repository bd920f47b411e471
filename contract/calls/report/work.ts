import * as z from '../../zod.ts';
import { defineCall, offlineWrite, type EffectContext, type SampleSource } from '../../define.ts';
import { id } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import { closeReasons } from '../../records/fault-report.ts';
import { machineStatuses, priorities } from '../../records/values.ts';
import type { FaultReportRecord } from '../../records/ward.ts';
import type { Patch, ReplicaView, SampleView } from '../../records/replica.ts';
import { openTicketsOf, withTicket } from '../../effects/device-record.ts';
import { eventOf } from '../../effects/event-of.ts';
import { decided, type Decision, reportTicketId, reportWords, ticketOfReport } from '../../rules/fault-report.ts';
import { noteOf } from '../../rules/work-events.ts';
import { pick, pickOf } from '../../sample.ts';
import { ticketOf } from '../ticket/report.ts';
import { changeTicket } from '../ticket/write.ts';

const target = { reportId: id() };

/** Make a ticket of a report. */
const acceptBody = z.object({
  ...target,
  priority: z.enum(priorities, { error: 'Priority is required.' }),
  machineStatus: z.enum(machineStatuses, { error: 'Machine status is required.' }),
});
const joinBody = z.object({ ...target, ticketId: id('Please choose a ticket.') });
const closeBody = z.object({ ...target, reason: z.enum(closeReasons, { error: 'Please choose a reason.' }) });

const answer = z.object({
  id: z.string(),
  /** The ticket that it became or was joined to. */
  ticketId: z.nullable(z.string()),
  ticketNumber: z.nullable(z.string()),
  notices: z.optional(z.array(z.string())),
});

const write = { method: 'POST', access: hospitalRoles, answer, errors: ['record.unknown'] } as const;

const onReport = {
  version: 1,
  // Work on the ticket of an accepted report waits for the acceptance.
  stream: (body: { reportId: string }) => `ticket:${reportTicketId(body.reportId)}`,
  about: (body: { reportId: string }) => body.reportId,
  deviceIds: () => [],
  files: () => [],
  correctIn: () => null,
  asNote: () => null,
};

const titled = (words: string) => (body: { reportId: string }, view: ReplicaView) =>
  `${words} ${view.get('faultReport', body.reportId)?.reference ?? 'report'}`;

const change = (reportId: string, { at, user }: EffectContext, decision: Partial<Decision>): Patch => ({
  kind: 'faultReport',
  id: reportId,
  change: (report) =>
    decided(report, {
      state: 'closed',
      ticketId: null,
      reason: null,
      decidedAt: at,
      decidedBy: user.name,
      ...decision,
    }),
});

/** Returns a report, usually an open one, because decisions also arrive late. */
const sampleReport = (source: SampleSource, view: SampleView): FaultReportRecord | undefined => {
  const all = view.all('faultReport');
  const open = all.filter(({ state }) => state === 'received');
  return pick(source, open.length > 0 && source.next() < 0.7 ? open : all);
};

/** What engineers and the office do with reports from labels. Source: docs/product.md P302. */
export const reportWorkCalls = {
  acceptReport: defineCall({
    ...write,
    path: '/FaultReports/accept',
    summary:
      'Make a ticket of a report, whose clock starts when it was reported; of several acceptances the first counts',
    activity: 'Accept a report from a label',
    body: acceptBody,
    offline: offlineWrite(acceptBody, {
      ...onReport,
      kind: 'report.accept',
      makes: (body) => reportTicketId(body.reportId),
      title: titled('Accept'),
      effect(body, context) {
        const { view } = context;
        const report = view.get('faultReport', body.reportId);
        const ticketId = reportTicketId(body.reportId);
        if (!report) return [];
        const accepted = change(report.id, context, { state: 'accepted', ticketId });
        if (view.get('ticket', ticketId)) return [accepted];
        const [related = null] = view.get('device', report.deviceId)?.openTicketIds ?? [];
        const made = ticketOfReport(report, body);
        const ticket = ticketOf(made, { ...context, commandId: ticketId, offsetMs: 0 }, related);
        ticket.files = report.photos.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
        return [
          { kind: 'ticket', id: ticketId, put: ticket },
          accepted,
          {
            kind: 'device',
            id: report.deviceId,
            change: (device, now) => withTicket(device, ticket, openTicketsOf(now, device)),
          },
        ];
      },
      sample(source, view) {
        const report = sampleReport(source, view);
        if (!report) return null;
        return {
          reportId: report.id,
          priority: pickOf(source, priorities),
          machineStatus: pickOf(source, machineStatuses),
        };
      },
    }),
  }),
  joinReport: defineCall({
    ...write,
    path: '/FaultReports/join',
    summary: 'Add a report to a ticket of its device, as a note with its photos',
    activity: 'Join a report to a ticket',
    body: joinBody,
    offline: offlineWrite(joinBody, {
      ...onReport,
      kind: 'report.join',
      stream: (body) => `ticket:${body.ticketId}`,
      title: titled('Join'),
      effect(body, context) {
        const { ticketId } = body;
        const report = context.view.get('faultReport', body.reportId);
        if (!report) return [];
        const words = `${report.reference}: ${reportWords(report)}`;
        return [
          change(report.id, context, { state: 'joined', ticketId }),
          ...changeTicket(ticketId, eventOf(context, 'note', noteOf(words, report.photos)), ({ files }) => ({
            files: [...files, ...newOf(report.photos, files)],
          })),
        ];
      },
      sample(source, view) {
        const report = sampleReport(source, view);
        const ticket = pick(
          source,
          view.all('ticket').filter(({ deviceId }) => deviceId === report?.deviceId),
        );
        return report && ticket ? { reportId: report.id, ticketId: ticket.id } : null;
      },
    }),
  }),
  closeReport: defineCall({
    ...write,
    path: '/FaultReports/close',
    summary: 'Close a report without a ticket',
    activity: 'Close a report from a label',
    body: closeBody,
    offline: offlineWrite(closeBody, {
      ...onReport,
      kind: 'report.close',
      title: titled('Close'),
      effect: ({ reportId, reason }, context) => [change(reportId, context, { reason })],
      sample(source, view) {
        const report = sampleReport(source, view);
        return report ? { reportId: report.id, reason: pickOf(source, closeReasons) } : null;
      },
    }),
  }),
};

const newOf = (photos: FaultReportRecord['photos'], known: FaultReportRecord['photos']) =>
  photos
    .filter(({ sha256 }) => !known.some((file) => file.sha256 === sha256))
    .toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
