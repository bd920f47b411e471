import { sql, type SQL } from 'drizzle-orm';
import type { AuditRow, ChangedValue } from '#contract/calls/audit.ts';
import type { CallSpec } from '#contract/define.ts';
import { calls, callList, type CallName } from '#contract/index.ts';
import { searchKey } from '#contract/rules/text.ts';
import { activityOf, commandUser, securityEvents } from '../auth/security-events.ts';
import type { Handlers } from '../context.ts';
import { isoInstant, isoInstantOrNull } from '../db/database.ts';
import { containing, countedWords, pageAnswer, pageWindow } from '../records/page.ts';
import { noHospital, readScope } from '../db/scope.ts';
import { recordNames, recordsNamed } from './record-names.ts';

/** How the log names the operator of a server command. */
const commandName = 'Command on the server';
/** The call whose row links to its round. */
const submitted: CallName = 'submitRound';
/** Maximum number of records that a row names; further ones are counted. */
const maxNamed = 3;
/** The Admin has no hospital, so the Admin's log uses the default time zone. Source: docs/product.md P18. */
const wholeServer = { id: noHospital, name: '', timeZone: 'Asia/Kolkata' };

type Found = Pick<AuditRow, 'id' | 'userName' | 'userRole'> & {
  at: string;
  madeAt: string | null;
  call: string;
  variant: string | null;
  records: string[];
  recordCount: number;
  changes: ChangedValue[] | null;
};

/** Serves the activity log. */
export const auditHandlers = {
  auditPage: async ({ query, system, actor, services, now }) => {
    const scope = readScope(system.db, actor.hospital ?? wholeServer);
    const { timeZone } = scope.facts;
    const window = pageWindow(query);
    const conditions: SQL[] = [sql`a.hospital_id = ${scope.id}`];
    if (query.from !== undefined) conditions.push(sql`a.at >= ${query.from}::date::timestamp at time zone ${timeZone}`);
    if (query.to !== undefined) {
      conditions.push(sql`a.at < (${query.to}::date + 1)::timestamp at time zone ${timeZone}`);
    }
    for (const word of countedWords(query.search)) {
      const pattern = containing(word);
      const acts = allActs.filter(({ call, variant }) => searchKey(wordsOf(call, variant)).includes(word)).map(keyOf);
      conditions.push(sql`(u.search like ${pattern}
        or concat_ws(' ', a.call, a.variant) = any(${sql.param(acts)}::text[])
        or exists (select 1 from unnest(a.records) as record
          where record like 'export:%' and ward_search(record) like ${pattern} or split_part(record, ':', 2) = any(${sql.param(await recordsNamed(scope, pattern))}::text[])))`);
    }
    const entries = sql`audit_entry a left join app_user u on u.id = a.user_id`;
    const where = sql`where ${sql.join(conditions, sql` and `)}`;
    const isWhole = conditions.length === 1;
    const [count] = isWhole
      ? [{ count: await services.activity.count(scope, now) }]
      : await scope.rows<{ count: string }>(sql`select count(*) as count from ${entries} ${where}`);
    const found = await scope.rows<Found>(sql`
      select a.id, a.at, coalesce(a.made_at, k.made_at) as "madeAt", coalesce(u.name, case when a.user_id = ${commandUser} then ${commandName} else '' end) as "userName", u.role as "userRole", a.call, a.variant,
        a.records[1:${maxNamed}] as records, cardinality(a.records) as "recordCount",
        (select c.values from account_change c where c.hospital_id = a.hospital_id and c.id = a.id) as changes
      from ${entries} left join idempotency_key k on k.hospital_id = a.hospital_id and k.key = a.id
      ${where} order by a.at desc, a.id limit ${window.pageSize} offset ${window.offset}`);
    const names = await recordNames(
      scope,
      found.flatMap(({ records }) => records),
    );
    return pageAnswer(
      found.map((row) => present(row, names)),
      Number(count?.count ?? 0),
      window,
    );
  },
} satisfies Handlers<'auditPage'>;

function present(
  { id, at, madeAt, userName, userRole, call, variant, records, recordCount, changes }: Found,
  names: ReadonlyMap<string, string>,
): AuditRow {
  return {
    id,
    at: isoInstant(at),
    madeAt: isoInstantOrNull(madeAt),
    userName,
    userRole,
    what: wordsOf(call, variant),
    records: records.flatMap((record) => names.get(idOf(record)) ?? []),
    moreRecords: Math.max(0, recordCount - maxNamed),
    changes: changes ?? [],
    // A fact has the id of its log entry.
    roundId: call === submitted ? id : null,
  };
}

const idOf = (record: string): string => record.slice(record.indexOf(':') + 1);

interface Act {
  call: string;
  variant: string | null;
}

/** Everything that the log can show, to be searched by its words. */
const allActs: readonly Act[] = [
  ...callList.flatMap(({ name, spec }) => [
    { call: name, variant: null },
    ...Object.keys(typeof spec.activity === 'object' ? spec.activity.variants : {}).map((variant) => ({
      call: name,
      variant,
    })),
  ]),
  ...Object.keys(securityEvents).map((call) => ({ call, variant: null })),
];

const keyOf = ({ call, variant }: Act): string => [call, ...(variant === null ? [] : [variant])].join(' ');

/** Returns the words for an action: a call, a security event, or a call of an earlier release by its name. */
function wordsOf(call: string, variant: string | null): string {
  const spec: CallSpec | undefined = Object.hasOwn(calls, call) ? calls[call as CallName] : undefined;
  const activity = spec ? spec.activity : activityOf(call);
  if (typeof activity !== 'object') return activity ?? call;
  return activity.variants[variant ?? ''] ?? activity.text;
}
