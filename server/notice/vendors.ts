import { sql } from 'drizzle-orm';
import { duePromises } from '#contract/rules/agreements/vendor-notices.ts';
import type { AgreementPlace } from '#contract/rules/agreements/window-hours.ts';
import { ticketNumberWords } from '#contract/rules/ticket-number.ts';
import { idArray } from '../db/id-array.ts';
import type { Database } from '../db/database.ts';
import { publishChanges } from '../db/publish-changes.ts';
import { type HospitalFacts, type HospitalScope, readScope, writeScope } from '../db/scope.ts';
import { readHolidays } from '../records/holidays.ts';
import { presentTickets } from '../sync/present-work.ts';
import { eachHospital } from './each-hospital.ts';
import { tell } from '../records/tell.ts';

/** Tickets that one transaction examines. */
const ticketsPerStep = 200;

interface Candidates extends HospitalFacts, Record<string, unknown> {
  ids: string[];
}

/**
 * Notifies the engineer of a ticket, or those on duty if nobody is assigned, of promises of its vendor that are due
 * within two hours or have become late, in all hospitals; returns the number of notices. Promises: each of them once,
 * however many servers run. Source: docs/product.md P373.
 */
export async function tellOfVendors(db: Database, now: Date, isStopping = () => false): Promise<number> {
  const found = await db.execute<Candidates>(sql`
    select h.id, h.name, h.time_zone as "timeZone", array_agg(t.id order by t.id) as ids
    from ticket t join hospital h on h.id = t.hospital_id and h.is_active
    where t.status <> 'Closed' and t.terms is not null group by h.id order by h.id`);
  return eachHospital(found.rows, async ({ ids, ...facts }) => {
    let told = 0;
    for (let from = 0; from < ids.length && !isStopping(); from += ticketsPerStep) {
      told += await tellOfSome(db, facts, ids.slice(from, from + ticketsPerStep), now);
    }
    return told;
  });
}

/** Notifies of the promises of some tickets; tickets without news are not locked. */
async function tellOfSome(db: Database, facts: HospitalFacts, ids: readonly string[], now: Date): Promise<number> {
  const fresh = await newsOf(readScope(db, facts), ids, now);
  if (fresh.length === 0) return 0;
  return db.transaction(async (tx) => {
    const scope = writeScope(tx, facts);
    const mine = await scope.rows<{ id: string }>(sql`
      select id from ticket where hospital_id = ${facts.id} and id = any(${idArray(fresh.map(({ about }) => about.id))})
      order by id for no key update skip locked`);
    // In the meantime the vendor may have arrived, or another server may have told it.
    const news = await newsOf(
      scope,
      mine.map(({ id }) => id),
      now,
    );
    for (const each of news) await tell(scope, each);
    if (scope.changes().length > 0) await publishChanges(tx, facts.id, scope.changes(), now);
    return news.length;
  });
}

type News = Parameters<typeof tell>[1];

/** Returns what has not been told yet about the vendors of some tickets. */
async function newsOf(scope: HospitalScope, ids: readonly string[], now: Date): Promise<News[]> {
  const holidays = (await readHolidays(scope)).map(({ id }) => id);
  const place: AgreementPlace = { timeZone: scope.facts.timeZone, holidays };
  const news = (await presentTickets(scope, ids)).flatMap((ticket) =>
    duePromises(ticket, place, now).map(({ kind, measure }): News & { id: string } => ({
      id: `${ticket.id}-${measure}.${kind}`,
      kind,
      cause: `${ticket.id}-${measure}`,
      at: now,
      about: { kind: 'ticket', id: ticket.id },
      deviceId: ticket.deviceId,
      number: ticketNumberWords(ticket.ticketNumber),
      facts: { measure },
      ...(ticket.technicianId === null ? { audience: 'on-duty' } : { assigneeId: ticket.technicianId }),
    })),
  );
  const told = await scope.rows<{ id: string }>(sql`
    select id from notice where hospital_id = ${scope.id} and id = any(${idArray(news.map(({ id }) => id))})`);
  const known = new Set(told.map(({ id }) => id));
  return news.filter(({ id }) => !known.has(id));
}
