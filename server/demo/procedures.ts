import { addDays, type LocalDay } from '#contract/rules/hospital-day.ts';
import { isMeasured } from '#contract/rules/procedure.ts';
import type { Answer, Step, UsedTester } from '#contract/records/procedure.ts';
import { judgeTest } from '#contract/rules/test-result.ts';
import { eq, sql } from 'drizzle-orm';
import * as schema from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { addStarters } from '../procedure/starter/add-starters.ts';
import type { DemoPerson } from './seed-history.ts';
import type { Seeded } from './seeded.ts';

/** The demo hospital's test instruments; the second one is overdue for calibration. Units: days until it is due. */
const instruments = [
  { name: 'Electrical safety analyser', serialNumber: 'ESA-20417', number: 'NABL/2026/1187', dueIn: 170 },
  { name: 'Patient simulator', serialNumber: 'SIM-0932', number: 'NABL/2025/0764', dueIn: -9 },
  { name: 'Infusion device analyser', serialNumber: 'IDA-5512', number: 'NABL/2026/1202', dueIn: 230 },
] as const;

/** Number of tested devices, and how often a reading is out of its limits. */
const testedDevices = 24;
const wrongShare = 0.02;
/** Devices with earlier tests, the number of tests for each, and the days between them. Units: days. */
const longTested = { devices: 6, tests: 3, apart: 90 };
/** By how much a reading was lower at each earlier test. */
const drift = 0.02;

interface DemoTests {
  random: Seeded;
  people: readonly DemoPerson[];
  today: LocalDay;
  now: Date;
  newId: () => string;
}

/** Gives the demo hospital its procedures, testers and some tests of the last months. */
export async function seedProcedures(scope: WriteScope, demo: DemoTests): Promise<void> {
  const { random, people, today, now, newId } = demo;
  await addStarters(scope, { by: people[0]?.name ?? '', now, newId });
  const testers: UsedTester[] = [];
  for (const { name, serialNumber, number, dueIn } of instruments) {
    const [testerId, certificateId, dueOn] = [newId(), newId(), addDays(today, dueIn)];
    await scope.insert(schema.tester, { id: testerId, name, serialNumber, certificateId });
    await scope.insert(schema.testerCertificate, { testerId, id: certificateId, number, dueOn });
    testers.push({ testerId, certificateId, name, serialNumber, certificateNumber: number, dueOn });
    scope.touch('tester', testerId);
  }
  const procedures = await scope.list(schema.procedure);
  const devices = await scope.list(schema.installation, undefined, { orderBy: sql`serial_number, id` });
  let tested = 0;
  for (const device of devices) {
    const procedure = procedures.find(({ equipmentIds }) => equipmentIds.includes(device.equipmentId));
    if (!procedure || tested === testedDevices) continue;
    tested += 1;
    const version = await scope.find(schema.procedureVersion, eq(schema.procedureVersion.procedureId, procedure.id));
    const testedOn = addDays(today, -random.between(3, 120));
    const steps = version?.steps ?? [];
    const answers = steps.map((step) => answerTo(step, random));
    const by = random.pick(people);
    const count = tested > longTested.devices ? 0 : longTested.tests;
    for (let before = count; before >= 0; before -= 1) {
      await addTest(scope, demo, {
        device,
        procedure,
        steps,
        answers: answers.map((answer) => drifted(answer, before)),
        by,
        testedOn: addDays(testedOn, -before * longTested.apart),
        tester: testers[0],
      });
    }
  }
}

interface DemoTest {
  device: { id: string };
  procedure: { id: string; version: number };
  steps: readonly Step[];
  answers: Answer[];
  by: DemoPerson;
  testedOn: LocalDay;
  tester: UsedTester | undefined;
}

async function addTest(scope: WriteScope, { newId }: DemoTests, test: DemoTest): Promise<void> {
  const { device, procedure, steps, answers, by, testedOn, tester } = test;
  const testers = tester ? [tester] : [];
  const { result, findings } = judgeTest({ steps, answers, testers, on: testedOn, limitation: '' });
  const testedAt = new Date(`${testedOn}T08:30:00Z`);
  const id = newId();
  await scope.insert(schema.testRecord, {
    id,
    deviceId: device.id,
    procedureId: procedure.id,
    version: procedure.version,
    result,
    findings: findings.map(({ words }) => words),
    answers,
    testers,
    temperature: 24,
    humidity: 52,
    testedAt,
    testedOn,
    byId: by.id,
    byName: by.name,
    receivedAt: testedAt,
  });
  scope.touch('test', id);
}

/** Returns the answer as it was this many tests earlier. */
function drifted(answer: Answer, before: number): Answer {
  return answer.found === null
    ? answer
    : { ...answer, found: Math.round(answer.found * (1 - drift * before) * 10) / 10 };
}

function answerTo(step: Step, random: Seeded): Answer {
  const answer: Answer = { stepId: step.id, look: null, found: null, left: null, text: '', photos: [] };
  if (step.kind === 'look') return { ...answer, look: 'ok' };
  if (!isMeasured(step)) return answer;
  const value = step.nominal ?? (step.upper === null ? (step.lower ?? 0) * 1.2 : step.upper * 0.6);
  return { ...answer, found: Math.round(value * (random.chance(wrongShare) ? 2 : 1) * 10) / 10 };
}
