import { inArray, sql } from 'drizzle-orm';
import { defaultNoticeSettings, dueStep, type EscalationStep, takingKinds } from '#contract/rules/escalation.ts';
import type { NoticeSettings } from '#contract/calls/notice-settings.ts';
import { isUrgentTicket } from '#contract/rules/ticket.ts';
import { workEvent } from '#contract/rules/work-events.ts';
import { idArray } from '../db/id-array.ts';
import type { Database } from '../db/database.ts';
import { publishChanges } from '../db/publish-changes.ts';
import { ticket } from '../db/schema.ts';
import { type HospitalFacts, type HospitalScope, readScope, type WriteScope, writeScope } from '../db/scope.ts';
import { readEngineersOnDuty } from '../records/duty.ts';
import { readHospitalHours } from '../records/hospital-hours.ts';
import { readNoticeSettings } from '../records/notice-settings.ts';
import { addEvents, readRecordedEvents } from '../records/work-events.ts';
import { eachHospital } from './each-hospital.ts';
import { tell } from '../records/tell.ts';

/** Tickets that one transaction examines. */
const ticketsPerStep = 200;
/** Up to this many tickets of one level get a notice each; more share one. */
const toldAlone = 5;
/** For this long after its report, an urgent ticket gets a notice of its own. Units: ms. */
const freshMs = 24 * 3_600_000;

interface Candidates extends HospitalFacts, Record<string, unknown> {
  ids: string[];
}

/** A ticket and the step that was taken for it. */
interface Made {
  row: typeof ticket.$inferSelect;
  step: EscalationStep;
  eventId: string;
}

/**
 * Takes the escalation steps that are due in all hospitals and returns their number. Promises: the event and its notice
 * are written in one transaction under the ticket's lock, so that a step is taken once however many servers run, and
 * never after somebody has accepted. After a downtime each ticket advances one step, and many of them share a notice.
 * Source: docs/product.md P345.
 */
export async function escalateTickets(db: Database, now: Date, isStopping = () => false): Promise<number> {
  return eachHospital(await candidates(db, now), async ({ ids, ...facts }) => {
    let made = 0;
    for (let from = 0; from < ids.length && !isStopping(); from += ticketsPerStep) {
      made += await escalateSome(db, facts, ids.slice(from, from + ticketsPerStep), now);
    }
    return made;
  });
}

/**
 * Finds open tickets that nobody accepted within the allowed time, counted around the clock; the rule makes the final
 * decision. A day counts as one hour here, because a hospital's working days may be short.
 */
async function candidates(db: Database, now: Date): Promise<Candidates[]> {
  const { criticalMinutes, highMinutes, mediumHours, lowDays } = defaultNoticeSettings;
  const found = await db.execute<Candidates>(sql`
    select h.id, h.name, h.time_zone as "timeZone", array_agg(t.id order by t.id) as ids
    from ticket t join hospital h on h.id = t.hospital_id and h.is_active
      left join notice_settings s on s.hospital_id = t.hospital_id
    where t.status = 'Open' and t.received_at <= ${now.toISOString()}::timestamptz - case t.priority
        when 'Critical' then make_interval(mins => coalesce(s.critical_minutes, ${criticalMinutes}::int))
        when 'High' then make_interval(mins => coalesce(s.high_minutes, ${highMinutes}::int))
        when 'Medium' then make_interval(hours => coalesce(s.medium_hours, ${mediumHours}::int))
        else make_interval(hours => coalesce(s.low_days, ${lowDays}::int)) end
      and not exists (
        select from work_event e where e.hospital_id = t.hospital_id and e.owner_kind = 'ticket' and e.owner_id = t.id
          and (e.kind = any(${sql.param([...takingKinds])}::text[]) or e.kind = 'unaccepted' and e.data ->> 'told' = 'office')
      )
    group by h.id order by h.id`);
  return found.rows;
}

/** Takes the due steps of some tickets; tickets without a due step are not locked. */
async function escalateSome(db: Database, facts: HospitalFacts, ids: readonly string[], now: Date): Promise<number> {
  const due = (await stepsOf(readScope(db, facts), ids, now)).map(({ row }) => row.id);
  if (due.length === 0) return 0;
  return db.transaction(async (tx) => {
    const scope = writeScope(tx, facts);
    const mine = await scope.rows<{ id: string }>(sql`
      select id from ticket where hospital_id = ${facts.id} and id = any(${idArray(due)}) and status = 'Open'
      order by id for no key update skip locked`);
    // In the meantime somebody may have accepted one of them, or another server may have taken its step.
    const made = await stepsOf(
      scope,
      mine.map(({ id }) => id),
      now,
    );
    if (made.length === 0) return 0;
    const settings = await readNoticeSettings(scope);
    await record(scope, made, settings, now);
    for (const each of groupsOf(made, now)) await tellOf(scope, each, settings, now);
    await publishChanges(tx, facts.id, scope.changes(), now);
    return made.length;
  });
}

/** Returns the steps that are due for some tickets. */
async function stepsOf(scope: HospitalScope, ids: readonly string[], now: Date): Promise<Made[]> {
  if (ids.length === 0) return [];
  const rows = await scope.list(ticket, inArray(ticket.id, [...ids]), { orderBy: sql`${ticket.id}` });
  const events = await readRecordedEvents(scope, 'ticket', idArray(ids));
  const [settings, place] = [await readNoticeSettings(scope), await readHospitalHours(scope)];
  return rows.flatMap((row): Made[] => {
    const facing = { ...row, receivedAt: row.receivedAt.toISOString(), events: events.get(row.id) ?? [] };
    const step = dueStep(facing, settings, place, now);
    return step ? [{ row, step, eventId: `${row.id}-unaccepted-${step.number}` }] : [];
  });
}

/** Adds the steps to the timelines. */
async function record(
  scope: WriteScope,
  made: readonly Made[],
  { personId }: NoticeSettings,
  now: Date,
): Promise<void> {
  const onDuty = await readEngineersOnDuty(scope, now);
  const [person] = await scope.rows<{ name: string }>(sql`
    select name from app_user where hospital_id = ${scope.id} and id = ${personId}`);
  const at = now.toISOString();
  await addEvents(
    scope,
    made.map(({ row, step: { told, within }, eventId }) => {
      const count = told === 'on-duty' ? onDuty.length : 1;
      const data = { within, told, count, ...(told === 'person' && person && { name: person.name }) };
      const facts = { id: eventId, at, receivedAt: at, by: null, byRole: null };
      return { owner: { kind: 'ticket', id: row.id }, event: workEvent('unaccepted', data, facts), byId: null };
    }),
  );
  scope.touch('ticket', ...made.map(({ row }) => row.id));
}

/**
 * Groups steps into notices: one for each urgent ticket, a shared one for the other tickets of a level if they are
 * many. Urgent tickets that have waited for more than a day count as others, so that the first run over old tickets
 * does not flood users.
 */
function groupsOf(made: readonly Made[], now: Date): Made[][] {
  const isAlone = (each: Made) => isUrgentTicket(each.row) && now.getTime() - each.row.receivedAt.getTime() <= freshMs;
  const others = (['on-duty', 'person', 'office'] as const).flatMap((level) => {
    const ofLevel = made.filter((each) => !isAlone(each) && each.step.told === level);
    return ofLevel.length > toldAlone ? [ofLevel] : ofLevel.map((each) => [each]);
  });
  return [...made.filter(isAlone).map((each) => [each]), ...others];
}

async function tellOf(
  scope: WriteScope,
  group: readonly Made[],
  { personId }: NoticeSettings,
  at: Date,
): Promise<void> {
  const [first] = group;
  if (!first) return;
  const { row, step, eventId } = first;
  const whom = {
    'on-duty': { audience: 'on-duty' },
    person: { audience: 'assignee', assigneeId: personId },
    office: { audience: 'office' },
  } as const;
  const news = { cause: eventId, at, ...whom[step.told] };
  if (group.length > 1) {
    const about = { kind: 'tickets', id: '' } as const;
    await tell(scope, { ...news, kind: 'ticketsUnaccepted', about, facts: { count: group.length } });
    return;
  }
  await tell(scope, {
    ...news,
    kind: isUrgentTicket(row) ? 'urgentUnaccepted' : 'ticketUnaccepted',
    about: { kind: 'ticket', id: row.id },
    deviceId: row.deviceId,
    facts: { number: row.number, within: step.within },
  });
}
