import type { Step } from '#contract/records/procedure.ts';
import type { Database } from '#server/db/database.ts';
import { publishChanges } from '#server/db/publish-changes.ts';
import { procedure, procedureVersion, tester, testerCertificate } from '#server/db/schema.ts';
import { writeScope } from '#server/db/scope.ts';
import type { SeededHospital } from '#tests/support/seed.ts';

/** One step of each kind. */
export const seededSteps: readonly Step[] = [
  { id: 'housing', kind: 'look', title: 'Housing', detail: 'No cracks.' },
  {
    id: 'rate',
    kind: 'reading',
    title: 'Rate at 60 bpm',
    detail: '',
    unit: 'bpm',
    nominal: 60,
    lower: 57,
    upper: 63,
    source: 'Manual, page 12',
    isConfirmed: true,
    needsTester: true,
  },
  {
    id: 'earth',
    kind: 'electrical',
    title: 'Earth resistance',
    detail: '',
    method: 'earth-device',
    protectionClass: 'I',
    appliedPart: 'CF',
    nominal: null,
    lower: null,
    upper: 200,
    source: 'IEC 62353',
    isConfirmed: true,
  },
  { id: 'screen', kind: 'photo', title: 'Screen', detail: '', isRequired: false },
  { id: 'note', kind: 'text', title: 'Software', detail: '', isRequired: false },
];

/** Gives a hospital a procedure and two testers, one of which was due yesterday. */
export async function addTestWork(db: Database, hospital: SeededHospital, now: Date) {
  const dayOf = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const ids = { procedure: `${hospital.id}-procedure`, good: `${hospital.id}-good`, late: `${hospital.id}-late` };
  const by = hospital.users.bme.name;
  await db.transaction(async (tx) => {
    const scope = writeScope(tx, { id: hospital.id, name: hospital.name, timeZone: 'Asia/Kolkata' });
    const name = 'Ventilator, yearly test';
    const equipmentIds = Object.values(hospital.equipment);
    await scope.insert(procedure, { id: ids.procedure, name, version: 1, equipmentIds });
    await scope.insert(procedureVersion, {
      procedureId: ids.procedure,
      version: 1,
      name,
      steps: [...seededSteps],
      createdBy: by,
    });
    const testers = [
      { id: ids.good, name: 'Safety analyser', serialNumber: 'ESA-1', number: 'NABL-1', dueOn: dayOf(200) },
      { id: ids.late, name: 'Patient simulator', serialNumber: 'SIM-7', number: 'NABL-2', dueOn: dayOf(-2) },
    ];
    for (const { number, dueOn, ...row } of testers) {
      const certificateId = `${row.id}-1`;
      await scope.insert(tester, { ...row, certificateId });
      await scope.insert(testerCertificate, { testerId: row.id, id: certificateId, number, dueOn });
    }
    scope.touch('procedure', ids.procedure);
    scope.touch('tester', ids.good, ids.late);
    await publishChanges(tx, hospital.id, scope.changes(), now);
  });
  return ids;
}
