import { sql } from 'drizzle-orm';
import type { Handlers } from '../context.ts';
import { isoInstantOrNull } from '../db/database.ts';
import { readScope } from '../db/scope.ts';
import { findLabelled } from './find-device.ts';

/** How many characters of a serial number a visitor sees. */
const shownOfSerial = 4;

/** The first view of the page behind a label. Source: docs/product.md P301. */
export const publicDeviceHandlers = {
  publicDevice: ({ params, query, system, services }) =>
    services.publicDoor.run(query.h || params.serialNumber, async () => {
      const found = await findLabelled(system.db, params.serialNumber, query.h || undefined);
      const [device, other] = found;
      if (!device || other) {
        return { hospitals: found.map(({ hospitalId: id, hospitalName: name, city }) => ({ id, name, city })) };
      }
      const { hospitalId, timeZone, helpline, isOn, equipmentName, departmentName } = device;
      const scope = readScope(system.db, { id: hospitalId, name: device.hospitalName, timeZone });
      const [row] = await scope.rows<{ reportedAt: string | null; isDown: boolean }>(sql`
        select (
          select min(at) from (
            select reported_at as at from ticket
              where hospital_id = ${hospitalId} and device_id = ${device.deviceId} and status <> 'Closed'
            union all
            select reported_at from fault_report
              where hospital_id = ${hospitalId} and device_id = ${device.deviceId} and state = 'received' and first_id is null
          ) open
        ) as "reportedAt", exists (
          select from downtime
          where hospital_id = ${hospitalId} and device_id = ${device.deviceId} and to_at is null
        ) as "isDown"`);
      return {
        hospitalId,
        equipmentName,
        departmentName,
        serialEnd: device.serialNumber.slice(-shownOfSerial),
        state: row?.isDown ? ('do-not-use' as const) : ('in-use' as const),
        reportedAt: isoInstantOrNull(row?.reportedAt ?? null),
        timeZone,
        helpline,
        isOn,
      };
    }),
} satisfies Handlers<'publicDevice'>;
