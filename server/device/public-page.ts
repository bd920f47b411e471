import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { buildDevicePage, maxDocuments, type PageDocument } from '#contract/pages/device.ts';
import type { RemovalReason } from '#contract/rules/removal.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { sameKey } from '#contract/rules/text.ts';
import type { Handlers } from '../context.ts';
import { isoInstant } from '../db/database.ts';
import { readScope, type HospitalFacts } from '../db/scope.ts';
import { unknownRecord } from '../problem.ts';
import { gatherDevicePage } from './gather-page.ts';

const pageAddress = /^\/(?:api\/InstallationBase\/)?equipmentdetails(?:\/|\?|$)/i;

/** Keeps the public page and its data out of search engines. Source: docs/product.md P29. */
export function keepOutOfSearchEngines(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (pageAddress.test(request.url)) void reply.header('x-robots-tag', 'noindex');
  });
}

interface Place extends HospitalFacts {
  city: string;
  deviceId: string;
  /** The device had this serial number before a correction. */
  isEarlier: boolean;
  /** Instant as text from the driver. */
  retiredAt: string | null;
  removalReason: RemovalReason | null;
  /** Version of the hospital's data. */
  version: string;
  /** The received files attached to the device itself. */
  documents: PageDocument[];
}

/**
 * The page behind a QR label: `h` names the hospital; a signed-in user's own hospital comes first. Users of the
 * hospital can still read the history of a deleted device, unless a device in use has its serial.
 */
export const publicPageHandlers = {
  deviceDetails: async ({ params, query, system, services, actor, now }) => {
    // A session of scope `outbox` sees what a visitor sees.
    const own = actor?.scope === 'full' ? actor.hospital?.id : undefined;
    const rows = await system.db.execute<Place & Record<string, unknown>>(sql`
      select h.id, h.name, h.city_name as "city", h.time_zone as "timeZone", i.id as "deviceId", named.is_earlier as "isEarlier", i.retired_at as "retiredAt",
        i.removal_reason as "removalReason",
        coalesce((select v.version from hospital_head v where v.hospital_id = h.id), 0) as version,
        coalesce((
          select json_agg(file) from (
            select u.name, u.sha256, a.mime, a.size_bytes as size
            from attachment_use u join attachment a on a.hospital_id = u.hospital_id and a.sha256 = u.sha256
            where u.hospital_id = h.id and a.received_at is not null
              and u.owner_kind = 'installation' and u.owner_id = i.id
            order by u.created_at desc, u.sha256 limit ${maxDocuments}
          ) file
        ), '[]') as documents
      from (
        select hospital_id, id, false as is_earlier from installation
          where ward_key(serial_number) = ${sameKey(params.serialNumber)}
        union all
        select hospital_id, device_id, true from earlier_serial
          where ward_key(serial_number) = ${sameKey(params.serialNumber)}
      ) named
      join installation i on i.hospital_id = named.hospital_id and i.id = named.id
      join hospital h on h.id = i.hospital_id
      where h.is_active
        and (i.retired_at is null or i.hospital_id = ${own ?? null})
      order by ward_order(h.name) collate "C", h.id, named.is_earlier, i.retired_at desc, i.serial_number <> ${params.serialNumber}`);
    const living = rows.rows.filter(({ retiredAt }) => retiredAt === null);
    const present = new Set(living.flatMap(({ id, isEarlier }) => (isEarlier ? [] : [id])));
    const found = living.filter(({ id, isEarlier }) => !isEarlier || !present.has(id));
    if (found.length === 0 && (!query.h || query.h === own)) found.push(...rows.rows.slice(0, 1));
    const wanted = query.h || (found.some(({ id }) => id === own) ? own : undefined);
    const places = wanted === undefined ? found : found.filter(({ id }) => id === wanted);
    const [place, other] = places;
    if (!place) throw unknownRecord('device');
    if (other) return { hospitals: places.map(({ id, name, city }) => ({ id, name, city })) };
    const { id, name, timeZone, deviceId, documents, removalReason } = place;
    const viewer = id === own ? 'staff' : 'visitor';
    const retiredOn = place.retiredAt === null ? null : hospitalDay(isoInstant(place.retiredAt), timeZone);
    const scope = readScope(system.db, { id, name, timeZone });
    const gather = () => gatherDevicePage(scope, { deviceId, isRetired: retiredOn !== null }, now);
    // Tablets do not hold retired devices, so a change to one may leave the version as it is.
    const key = `${deviceId} ${timeZone} ${hospitalDay(now, timeZone)}`;
    const gathered = await (retiredOn === null
      ? services.kept.devicePages.read(scope, { key, version: Number(place.version) }, gather)
      : gather());
    return buildDevicePage({ ...gathered, retiredOn, removalReason, documents }, viewer, { now, timeZone });
  },
} satisfies Handlers<'deviceDetails'>;
