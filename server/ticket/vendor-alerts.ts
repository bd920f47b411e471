import { sql, type SQL } from 'drizzle-orm';
import { ticketVendorAlert } from '#contract/pages/ticket-list.ts';
import type { VendorAlert } from '#contract/rules/agreements/vendor-clock.ts';
import { idArray } from '../db/id-array.ts';
import type { HospitalScope } from '../db/scope.ts';
import { readHolidays } from '../records/holidays.ts';
import { presentTickets } from '../sync/present-work.ts';

/**
 * Returns the vendor alerts of tickets at an instant, by ticket; tickets that are on time have none. Source:
 * docs/product.md P140.
 */
export async function vendorAlertsOf(
  scope: HospitalScope,
  ids: readonly string[],
  now: string,
): Promise<Map<string, VendorAlert>> {
  if (ids.length === 0) return new Map();
  const [tickets, holidays] = await Promise.all([presentTickets(scope, ids), readHolidays(scope)]);
  const place = { timeZone: scope.facts.timeZone, holidays: holidays.map(({ id }) => id) };
  return new Map(
    tickets.flatMap((ticket) => {
      const alert = ticketVendorAlert(ticket, place, now);
      return alert === null ? [] : [[ticket.id, alert] as const];
    }),
  );
}

/**
 * Returns the condition that limits tickets `t` to those of an alert, beginning with AND; empty if no alert is given.
 */
export async function alertCondition(scope: HospitalScope, asked: VendorAlert | undefined, now: string): Promise<SQL> {
  if (asked === undefined) return sql``;
  const open = await scope.rows<{ id: string }>(sql`
    select id from ticket where hospital_id = ${scope.id} and status <> 'Closed' and terms is not null`);
  const alerts = await vendorAlertsOf(
    scope,
    open.map(({ id }) => id),
    now,
  );
  const ids = [...alerts].flatMap(([id, alert]) => (alert === asked ? [id] : []));
  return sql`and t.id = any(${idArray(ids)})`;
}
