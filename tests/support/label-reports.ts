import { createHash, randomUUID } from 'node:crypto';
import { faultKinds, patientAnswers } from '#contract/records/fault-report.ts';
import { referenceSigns } from '#contract/rules/fault-report.ts';
import { registerFiles } from '#server/attachment/register.ts';
import type { Database } from '#server/db/database.ts';
import { publishChanges } from '#server/db/publish-changes.ts';
import { faultReport } from '#server/db/schema.ts';
import { writeScope } from '#server/db/scope.ts';
import type { SeededHospital } from '#tests/support/seed.ts';

/** More than a simulated day decides on. */
const reportCount = 60;
const hourMs = 3_600_000;

/** Gives the hospital open reports from labels: every third with a second person, every fourth with a photo. */
export async function addLabelReports(db: Database, hospital: SeededHospital, now: Date): Promise<void> {
  const deviceIds = Object.values(hospital.devices);
  const row = (at: number, firstId: string | null) => ({
    id: randomUUID(),
    deviceId: deviceIds[at % deviceIds.length] ?? '',
    reference: `R-${firstId === null ? 'A' : 'B'}222${referenceSigns[at % 32]}${referenceSigns[Math.floor(at / 32)]}`,
    secretHash: randomUUID(),
    browser: randomUUID(),
    hasToken: true,
    kind: faultKinds[at % faultKinds.length] ?? 'other',
    text: at % 2 === 0 ? `Report ${at}` : '',
    patientAffected: patientAnswers[at % patientAnswers.length] ?? 'no',
    name: 'Sister Mary',
    extension: String(at),
    photos: 0,
    unusuallyMany: false,
    reportedAt: new Date(now.getTime() - at * hourMs),
    receivedAt: now,
    firstId,
  });
  const firsts = Array.from({ length: reportCount }, (_, at) => row(at, null));
  const further = firsts.flatMap(({ id, deviceId }, at) => (at % 3 === 0 ? [{ ...row(at, id), deviceId }] : []));
  await db.transaction(async (tx) => {
    const scope = writeScope(tx, { id: hospital.id, name: hospital.name, timeZone: 'Asia/Kolkata' });
    await scope.insert(faultReport, [...firsts, ...further]);
    for (const [at, { id }] of firsts.entries()) {
      if (at % 4 !== 0) continue;
      const sha256 = createHash('sha256').update(id).digest('hex');
      const file = { sha256, size: 1000, mime: 'image/jpeg', name: 'photo.jpg' };
      await registerFiles(scope, { kind: 'faultReport', id }, [file], '', now);
    }
    scope.touch('faultReport', ...firsts.map(({ id }) => id));
    await publishChanges(tx, hospital.id, scope.changes(), now);
  });
}
