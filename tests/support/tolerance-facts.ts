import type { Step } from '#contract/records/procedure.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import * as schema from '#server/db/schema.ts';
import type { WriteScope } from '#server/db/scope.ts';
import { seeded } from '#server/demo/seeded.ts';
import type { HospitalPlan } from './seeded-hospital.ts';

const limits = { nominal: null, source: '', isConfirmed: true };
const reading = (id: string, lower: number | null, upper: number | null): Step => ({
  id,
  kind: 'reading',
  title: `Reading ${id}`,
  detail: '',
  unit: 'bpm',
  needsTester: false,
  ...limits,
  lower,
  upper,
});

/** Two versions of a procedure: the later one has narrower limits, so each test must be judged by its own version. */
const versions: readonly (readonly Step[])[] = [
  [
    { id: 'housing', kind: 'look', title: 'Housing', detail: '' },
    reading('both', 40, 60),
    reading('lower', 40, null),
    reading('none', null, null),
    {
      id: 'earth',
      kind: 'electrical',
      title: 'Earth',
      detail: '',
      method: 'earth-device',
      protectionClass: 'I',
      appliedPart: 'none',
      ...limits,
      lower: null,
      upper: 60,
    },
  ],
  [reading('both', 45, 55)],
];

/** Adds tests with values inside, on and outside the limits, as found and as left; some are corrected. */
export async function addToleranceFacts(scope: WriteScope, plan: HospitalPlan, now: Date): Promise<void> {
  const random = seeded(plan.seed + 11);
  const procedureId = `${plan.id}-procedure`;
  await scope.insert(schema.procedure, { id: procedureId, name: 'Yearly test', version: 2 });
  for (const [place, steps] of versions.entries()) {
    const version = { procedureId, version: place + 1, name: 'Yearly test', steps: [...steps], createdBy: '' };
    await scope.insert(schema.procedureVersion, version);
  }
  const value = (): number | null => random.pick([null, 40, 60, 60.01, 39.9, 50, 46, 0]);
  for (const [place, device] of plan.devices.entries()) {
    for (let count = random.between(0, 4); count > 0; count -= 1) {
      const version = random.between(1, 2);
      const testedAt = new Date(now.getTime() - random.between(0, 24 * 300) * 3_600_000);
      const corrected = `${plan.id}-test-${place}-${count + 1}`;
      await scope.insert(schema.testRecord, {
        id: `${plan.id}-test-${place}-${count}`,
        deviceId: device.id,
        procedureId,
        version,
        result: 'Pass',
        findings: [],
        answers: (versions[version - 1] ?? [])
          .filter(() => random.chance(0.8))
          .map(({ id, kind }) => ({
            stepId: id,
            look: kind === 'look' ? 'ok' : null,
            found: kind === 'look' ? null : value(),
            left: kind === 'look' || random.chance(0.5) ? null : value(),
            text: '',
            photos: [],
          })),
        testers: [],
        testedAt,
        testedOn: hospitalDay(testedAt, plan.timeZone),
        byId: plan.people[0]?.id ?? '',
        byName: '',
        receivedAt: testedAt,
        correctsId: random.chance(0.2) ? corrected : null,
      });
    }
  }
}
