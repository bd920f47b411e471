import { eq, sql } from 'drizzle-orm';
import { buildRoundPage, buildRoundRow, type EntryDevice, type RoundPageFacts } from '#contract/pages/round.ts';
import type { EntryFacts } from '#contract/records/observation.ts';
import type { RoundRecord } from '#contract/records/ward.ts';
import { addDays, startOfHospitalDay } from '#contract/rules/hospital-day.ts';
import type { Handlers } from '../context.ts';
import { isoInstant } from '../db/database.ts';
import { roundTemplate } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { unknownRecord } from '../problem.ts';
import { authorName } from '../records/author-name.ts';
import { pageAnswer, pageCut, pageWindow } from '../records/page.ts';
import { readRoundEntries } from '../records/round-entries.ts';
import { withTabletTime } from '../records/tablet-time.ts';

/** Reads submitted rounds; retired templates and devices are still named. */
export const roundReadHandlers = {
  roundsOfTemplate: async ({ params, query, hospital }) => {
    const template = await hospital.find(roundTemplate, eq(roundTemplate.id, params.id));
    if (!template) throw unknownRecord('template');
    const window = pageWindow(query);
    const of = sql`from round where hospital_id = ${hospital.id} and template_id = ${template.id}`;
    const [count] = await hospital.rows<{ count: string }>(sql`select count(*) as count ${of}`);
    const rows = await hospital.rows<RoundRecord & Record<string, unknown>>(sql`
      select ${roundColumns} ${of}
      order by submitted_at desc, id collate "C" ${pageCut(window)}`);
    return pageAnswer(
      rows.map((row) => buildRoundRow(withInstant(row), template.name)),
      Number(count?.count ?? 0),
      window,
    );
  },

  roundPage: async ({ params, hospital }) =>
    buildRoundPage(await gatherRoundPage(hospital, params.id), hospital.facts.timeZone),
} satisfies Handlers<'roundsOfTemplate' | 'roundPage'>;

const roundColumns = sql`id, template_id as "templateId", on_day as "on", submitted_at as "submittedAt", tablet_time as "tabletTime", ${authorName(sql`user_name`, sql`user_id`)} as "by",
  operational, needs_attention as "needsAttention", not_working as "notWorking", not_seen as "notSeen"`;

const withInstant = (row: RoundRecord) => withTabletTime({ ...row, submittedAt: isoInstant(row.submittedAt) });

/** What is kept of a device that was working. */
const reduced: Omit<EntryFacts, 'deviceId'> = {
  status: 'Operational',
  description: '',
  notSeenReason: null,
  confirmedBy: 'tap',
  observedAt: null,
  photos: [],
};

/** Gathers the facts for the page of a round. Throws: ApiError `record.unknown`. */
async function gatherRoundPage(scope: HospitalScope, id: string): Promise<RoundPageFacts> {
  const [round] = await scope.rows<RoundRecord & { plainDevices: string[] | null } & Record<string, unknown>>(
    sql`select ${roundColumns}, plain_devices as "plainDevices" from round where hospital_id = ${scope.id} and id = ${id}`,
  );
  if (!round) throw unknownRecord('round');
  const template = await scope.find(roundTemplate, eq(roundTemplate.id, round.templateId));
  const { plainDevices, ...facts } = round;
  const entries = [
    ...((await readRoundEntries(scope, [id])).get(id) ?? []).map((entry) => ({ entry, isReduced: false })),
    ...(plainDevices ?? []).map((deviceId) => ({ entry: { ...reduced, deviceId }, isReduced: true })),
  ];
  const devices = await readDevices(
    scope,
    entries.map(({ entry }) => entry.deviceId),
  );
  return {
    round: withInstant(facts),
    templateName: template?.name ?? null,
    entries: entries.flatMap(({ entry, isReduced }) => {
      const device = devices.get(entry.deviceId);
      return device ? [{ entry, device, ...(isReduced && { isReduced }) }] : [];
    }),
    tickets: await readTickets(scope, round, [...devices.keys()]),
  };
}

async function readDevices(scope: HospitalScope, ids: readonly string[]): Promise<Map<string, EntryDevice>> {
  const rows = await scope.rows<EntryDevice & { id: string }>(sql`
    select i.id, i.serial_number as "serialNumber", e.name as "equipmentName", d.name as "departmentName", i.location
    from installation i
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    left join department d on d.hospital_id = i.hospital_id and d.id = i.department_id
    where i.hospital_id = ${scope.id} and i.id = any(${sql.param(ids)}::text[])`);
  return new Map(rows.map(({ id, ...device }) => [id, device]));
}

/** Reads the tickets of the devices that were reported on the day of the round. */
async function readTickets(
  scope: HospitalScope,
  { on }: RoundRecord,
  deviceIds: readonly string[],
): Promise<RoundPageFacts['tickets'][number][]> {
  const { timeZone } = scope.facts;
  const rows = await scope.rows<RoundPageFacts['tickets'][number] & Record<string, unknown>>(sql`
    select id, device_id as "deviceId", number as "ticketNumber", status, reported_at as "reportedDate" from ticket
    where hospital_id = ${scope.id} and device_id = any(${sql.param(deviceIds)}::text[])
      and reported_at >= ${startOfHospitalDay(on, timeZone).toISOString()}::timestamptz
      and reported_at < ${startOfHospitalDay(addDays(on, 1), timeZone).toISOString()}::timestamptz`);
  return rows.map((row) => ({ ...row, reportedDate: isoInstant(row.reportedDate) }));
}
