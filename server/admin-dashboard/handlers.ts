import { sql } from 'drizzle-orm';
import type { HospitalFigures } from '#contract/calls/admin-dashboard.ts';
import type { Handlers } from '../context.ts';
import { bytesPerMegabyte } from '#contract/rules/storage.ts';
import { securityEvents } from '../auth/security-events.ts';
import { isoInstantOrNull } from '../db/database.ts';

type Row = Omit<HospitalFigures, 'storage'> & { quotaMB: number; usedBytes: string };

/** Serves the Admin's overview of all hospitals. Source: docs/product.md P46. */
export const adminDashboardHandlers = {
  adminDashboard: async ({ system }) => {
    const { rows } = await system.db.execute<Row>(sql`
      select h.id, h.name, h.city_name as city, h.state_name as state, h.is_active as "isActive",
        h.number_of_bme as "numberOfBMEAssigned", coalesce(u.bme, 0) as "numberOfBMEAdded",
        coalesce(t.devices, 0) as "installedDevices", coalesce(t.open, 0) as "openTickets", a.at as "lastActivityAt",
        h.storage_mb as "quotaMB", coalesce(t.bytes, 0) as "usedBytes"
      from hospital h
      left join (
        select hospital_id, count(*)::int as bme from app_user where role = 'BME' and deleted_at is null group by 1
      ) u on u.hospital_id = h.id
      left join (
        select hospital_id, sum(devices)::int as devices, sum(open_tickets)::int as open, sum(stored_bytes) as bytes
        from hospital_tally group by 1
      ) t on t.hospital_id = h.id
      left join lateral (
        select entry.at from audit_entry entry
        join app_user person on person.id = entry.user_id and person.hospital_id = h.id
        where entry.hospital_id = h.id and entry.call <> all(${sql.param(Object.keys(securityEvents))}::text[]) order by entry.at desc limit 1
      ) a on true
      order by ward_order(h.name) collate "C", h.id`);
    return rows.map(({ quotaMB, usedBytes, ...row }) => ({
      ...row,
      lastActivityAt: isoInstantOrNull(row.lastActivityAt),
      storage: { quotaMB, usedMB: Math.ceil(Number(usedBytes) / bytesPerMegabyte) },
    }));
  },
} satisfies Handlers<'adminDashboard'>;
