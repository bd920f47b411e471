import { reportTicketId } from '#contract/rules/fault-report.ts';
import type { Database } from '#server/db/database.ts';
import { auditEntry, faultReport, ticket } from '#server/db/schema.ts';

const decisions = new Set(['acceptReport', 'closeReport', 'readNotices']);

/** Returns the keys of writes that make no event of their own: decisions on reports, and notices that were read. */
export async function decisionKeys(db: Database): Promise<{ id: string }[]> {
  return (await db.select().from(auditEntry)).filter(({ call }) => decisions.has(call));
}

/** Returns whether a ticket was made of a report, whose words it has. */
export const isTicketOfReport = (id: string): boolean => id.endsWith(reportTicketId(''));
/** Returns whether a note repeats the words of a report that was joined. */
export const isNoteOfReport = (text: string): boolean => /^R-\w{6}: /.test(text);

/**
 * Checks that each accepted report has its one ticket with its time, that no other ticket claims to be of a report, and
 * that each decision in the log left its trace, however many made it.
 */
export async function wrongReports(db: Database): Promise<string[]> {
  const wrong: string[] = [];
  const tickets = new Map((await db.select().from(ticket)).map((row) => [row.id, row]));
  const reports = new Map((await db.select().from(faultReport)).map((row) => [row.id, row]));
  for (const { id, state, ticketId, reason, reportedAt, deviceId } of reports.values()) {
    const own = tickets.get(reportTicketId(id));
    if ((state === 'accepted') !== (own !== undefined))
      wrong.push(`The report ${id} is ${state}, its ticket ${own?.id}`);
    if (own && own.reportedAt.getTime() !== reportedAt.getTime()) wrong.push(`${own.number} begins at another time`);
    if (state === 'accepted' && ticketId !== own?.id) wrong.push(`The report ${id} names the ticket ${ticketId}`);
    if (state === 'joined' && tickets.get(ticketId ?? '')?.deviceId !== deviceId)
      wrong.push(`The report ${id} joined ${ticketId}`);
    if ((state === 'closed') !== (reason !== null)) wrong.push(`The report ${id} is ${state}: ${reason}`);
  }
  for (const { call, records } of await db.select().from(auditEntry)) {
    const state = reports.get(
      (records ?? []).find((record) => record.startsWith('faultReport:'))?.slice(12) ?? '',
    )?.state;
    if (call === 'acceptReport' && state !== 'accepted') wrong.push(`An accepted report is ${state}`);
    if (call === 'joinReport' && state !== 'joined' && state !== 'accepted') wrong.push(`A joined report is ${state}`);
    if (call === 'closeReport' && (state === undefined || state === 'received'))
      wrong.push(`A closed report is ${state}`);
  }
  return wrong;
}
