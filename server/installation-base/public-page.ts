import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { EquipmentDetails } from '#contract/equipment-details.ts';
import { recentActivities } from '#contract/rules/activities.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { downtimePercentage, uptimePercentage } from '#contract/rules/uptime.ts';
import type { Handlers } from '../context.ts';
import { isoInstant } from '../db/database.ts';
import { readScope, type HospitalFacts, type HospitalScope } from '../db/scope.ts';
import { unknownRecord } from '../problem.ts';
import { presentDevices } from '../sync/present-device.ts';
import { readHistory, type Viewer } from './device-history.ts';
import { downtimesOf, statusOf } from './lists.ts';

const pageAddress = /^\/(?:api\/InstallationBase\/)?equipmentdetails(?:\/|\?|$)/i;

/** Files that the page lists, the newest ones of each kind. */
const documentsMax = 200;

/** Keeps the public page and its data out of search engines. Source: document 3, rule 3.10. */
export function keepOutOfSearchEngines(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (pageAddress.test(request.url)) void reply.header('x-robots-tag', 'noindex');
  });
}

interface Place extends HospitalFacts {
  deviceId: string;
  /** ISO instant in the driver's text. */
  retiredAt: string | null;
}

/**
 * The page behind a QR label: `h` names the hospital; a signed-in user's own hospital goes first. Of a deleted device
 * the people of its hospital still read the history, where no living one answers to its serial.
 */
export const publicPageHandlers = {
  equipmentDetails: async ({ params, query, system, actor, now }) => {
    // A session that was left for the outbox reads like a visitor.
    const own = actor?.scope === 'full' ? actor.hospital?.id : undefined;
    const rows = await system.db.execute<Place & Record<string, unknown>>(sql`
      select h.id, h.name, h.time_zone as "timeZone", i.id as "deviceId", i.retired_at as "retiredAt"
      from installation i join hospital h on h.id = i.hospital_id
      where lower(i.serial_number) = lower(${params.serialNumber.trim()}) and h.is_active
        and (i.retired_at is null or i.hospital_id = ${own ?? null})
      order by lower(h.name), h.id, i.retired_at desc`);
    const found = rows.rows.filter(({ retiredAt }) => retiredAt === null);
    if (found.length === 0 && (!query.h || query.h === own)) found.push(...rows.rows.slice(0, 1));
    const wanted = query.h || (found.some(({ id }) => id === own) ? own : undefined);
    const places = wanted === undefined ? found : found.filter(({ id }) => id === wanted);
    const [place, other] = places;
    if (!place) throw unknownRecord('device');
    if (other) return { hospitals: places.map(({ id, name }) => ({ id, name })) };
    const { id, name, timeZone } = place;
    const viewer = id === own ? 'staff' : 'visitor';
    return presentDetails(readScope(system.db, { id, name, timeZone }), place, viewer, now);
  },
} satisfies Handlers<'equipmentDetails'>;

async function presentDetails(
  scope: HospitalScope,
  { deviceId, retiredAt }: Place,
  viewer: Viewer,
  now: Date,
): Promise<EquipmentDetails> {
  const [device] = await presentDevices(scope, [deviceId], now, { withRetired: retiredAt !== null });
  if (!device) throw unknownRecord('device');
  const { timeZone } = scope.facts;
  const { installationDate } = device;
  const uptime = { downtimes: downtimesOf(device), installedOn: installationDate, now, timeZone };
  const { serviceHistory, maintenanceHistory, activities } = await readHistory(scope, device, viewer);
  return {
    ...(viewer === 'staff' ? { deviceId } : {}),
    equipmentName: device.equipmentName,
    serialNumber: device.serialNumber,
    make: device.makeName,
    model: device.modelName,
    status: statusOf(device),
    ...(retiredAt === null ? {} : { retiredOn: hospitalDay(isoInstant(retiredAt), timeZone) }),
    location: device.location ?? '',
    departmentName: device.departmentName ?? '',
    installationDate,
    hasWarranty: device.warranty !== null && device.warranty.end >= hospitalDay(now, timeZone),
    calibrationRequired: device.calibrationRequired,
    uptimePercentage: uptimePercentage(uptime),
    downtimePercentage: downtimePercentage(uptime),
    maintenanceCost: device.maintenanceCost,
    recentActivities: recentActivities(activities, { now, timeZone }),
    serviceHistory,
    maintenanceHistory,
    documents: await readDocuments(scope, deviceId, viewer),
  };
}

const plainNames: Partial<Record<string, string>> = { 'application/pdf': 'PDF document' };

/** The files of a device and of its tasks; a visitor learns only that there are some: names are free text and may name people. */
async function readDocuments(
  scope: HospitalScope,
  deviceId: string,
  viewer: Viewer,
): Promise<EquipmentDetails['documents']> {
  const rows = await scope.rows<EquipmentDetails['documents'][number] & { kind: string }>(sql`
    select u.name, u.sha256, a.mime, a.size_bytes as size, u.owner_kind as kind
    from attachment_use u join attachment a on a.hospital_id = u.hospital_id and a.sha256 = u.sha256
    where u.hospital_id = ${scope.id} and a.received_at is not null and (
      (u.owner_kind = 'installation' and u.owner_id = ${deviceId})
      or (u.owner_kind = 'task' and u.owner_id = any(array(
        select t.id from task t where t.hospital_id = ${scope.id} and t.device_id = ${deviceId} and t.removed_at is null)))
    )
    order by u.owner_kind, u.created_at desc, u.sha256 limit ${documentsMax}`);
  if (viewer === 'staff') return rows.map(({ name, sha256, mime, size }) => ({ name, sha256, mime, size }));
  return rows
    .filter(({ kind }) => kind === 'installation')
    .map(({ mime, size }, at) => ({ name: `${plainNames[mime] ?? 'Picture'} ${at + 1}`, sha256: '', mime, size }));
}
