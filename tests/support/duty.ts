import type { Database } from '#server/db/database.ts';
import { dutyTable } from '#server/db/schema.ts';
import { writeScope } from '#server/db/scope.ts';
import type { SeededHospital } from '#tests/support/seed.ts';

/** Puts one engineer of a hospital on duty by day and the other on leave. */
export async function addDuty(db: Database, hospital: SeededHospital): Promise<void> {
  const scope = writeScope(db, { id: hospital.id, name: hospital.name, timeZone: 'Asia/Kolkata' });
  await scope.insert(dutyTable, {
    shifts: [{ id: 'day', technicianId: hospital.users.bme.id, days: [1, 2, 3], from: '08:00', to: '20:00' }],
    leave: [{ id: 'away', technicianId: hospital.users.secondBme.id, from: '2026-12-24', to: '2026-12-26' }],
  });
}
