import { randomUUID } from 'node:crypto';
import { serialize } from 'node:v8';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import type { ReplicaKind } from '#contract/records/replica.ts';
import type { ProcedureRecord, TestRecord } from '#contract/records/test.ts';
import { isMeasured, maxSteps } from '#contract/rules/procedure.ts';
import type { Answer, Step } from '#contract/records/procedure.ts';
import { starterSet, stepsOf } from '#server/procedure/starter/set.ts';
import { segmentsOf } from '#sync/replica/memory.ts';
import { deviceIdAt, deviceRows, seededNumbers } from '#tests/support/device-rows.ts';
import { taskRecord } from '#tests/support/ward-records.ts';
import type { Bench } from './bench.ts';
import { figures, median, percentile } from './bench.ts';
import { withTablet } from './engine.ts';
import { inPage } from './in-page.ts';

type TestBody = BodyInput<Calls['submitTestRecord']>;

const devices = 10_000;
/** Open tasks of a device within the horizon, if done quarterly. */
const tasksEach = 4;
/** Rows per page that a tablet pulls. */
const pageRows = 2000;

/** Returns a test body with as many answers as a procedure can have. */
function bodyOf(deviceId: string): TestBody {
  const answers = Array.from({ length: maxSteps }, (_none, at) => ({
    stepId: `step-${at}`,
    look: at % 3 === 0 ? ('ok' as const) : null,
    found: at % 3 === 0 ? null : 100 + at,
    left: null,
    text: at % 10 === 0 ? 'Adjusted at the front panel.' : '',
    photos: [],
  }));
  return { deviceId, taskId: null, procedureId: 'procedure', version: 1, answers, told: 'Pass' };
}

/** Returns the size of rows as a tablet stores them: each page's segments, cloned as IndexedDB does. */
function storedBytes(kind: ReplicaKind, records: readonly { id: string }[]): number {
  let sum = 0;
  for (let from = 0; from < records.length; from += pageRows) {
    const rows = records.slice(from, from + pageRows).map((row) => ({ ...row }));
    const part = { kind, versions: rows.map((_row, at) => from + at + 1), rows };
    sum += serialize(segmentsOf({ rows: [part], tombstones: [] })).byteLength;
  }
  return sum;
}

function answerOf(step: Step, next: () => number): Answer {
  const blank: Answer = { stepId: step.id, look: null, found: null, left: null, text: '', photos: [] };
  if (step.kind === 'look') return { ...blank, look: 'ok' };
  if (!isMeasured(step)) return blank;
  return { ...blank, found: Math.round((step.nominal ?? step.upper ?? 1) * (0.9 + next() / 10) * 10) / 10 };
}

/** Returns the starter procedures, and one test for each of `count` devices. */
function testWork(count: number): { procedures: ProcedureRecord[]; tests: TestRecord[] } {
  const next = seededNumbers(7);
  const procedures = starterSet.map((starter, at) => ({
    id: deviceIdAt(4_000_000 + at),
    name: starter.name,
    version: 1,
    steps: stepsOf(starter, randomUUID),
    equipmentIds: [],
    modelIds: [],
  }));
  const testers = [5, 6].map((at) => ({
    testerId: deviceIdAt(5_000_000 + at),
    certificateId: deviceIdAt(6_000_000 + at),
    name: 'Electrical safety analyser',
    serialNumber: `ESA-${at}`,
    certificateNumber: `NABL/2026/${at}`,
    dueOn: '2027-05-01',
  }));
  const tests = Array.from({ length: count }, (_none, at): TestRecord => {
    const procedure = procedures[at % procedures.length]!;
    const testedOn = `2026-${String(1 + (at % 11)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`;
    return {
      id: deviceIdAt(7_000_000 + at),
      deviceId: deviceIdAt(at),
      taskId: deviceIdAt(8_000_000 + at * tasksEach),
      procedureId: procedure.id,
      procedureName: procedure.name,
      version: 1,
      result: 'Pass',
      findings: [],
      limitation: '',
      answers: procedure.steps.map((step) => answerOf(step, next)),
      testers,
      temperature: 24,
      humidity: 52,
      remarks: '',
      testedAt: `${testedOn}T08:${String(at % 60).padStart(2, '0')}:11.000Z`,
      testedOn,
      by: 'Asha Rao',
      nextDueOn: null,
      ticketId: null,
      correctsId: null,
    };
  });
  return { procedures, tests };
}

/** Measures saving a long test, and how much tests add to a tablet's storage. */
export const deviceTestBenches: readonly Bench[] = [
  {
    name: 'tests save',
    async run(context) {
      let runs: { save: number; bare: number }[] = [];
      await withTablet(context, async (page, ward) => {
        await page.context().setOffline(true);
        const ids = ward.templates.flatMap((template) => template.devices.map(({ id }) => id));
        const bodies = (count: number) => Array.from({ length: count }, (_none, at) => bodyOf(ids[at % ids.length]!));
        await inPage(page, 'saveRuns', bodies(5), 'submitTestRecord');
        runs = await inPage(page, 'saveRuns', bodies(context.times(60, 200)), 'submitTestRecord');
      });
      const of = (what: 'save' | 'bare') => runs.map((run) => run[what]);
      const p95 = percentile(of('save'), 0.95);
      const told = (what: 'save' | 'bare') =>
        `${figures(of(what), 'ms')}, p95 ${percentile(of(what), 0.95).toFixed(1)} ms`;
      return [
        {
          what: `Save of a test of ${maxSteps} steps to "Saved on this tablet"`,
          ours: told('save'),
          peer: `one durable put ${told('bare')}`,
          ratio: median(runs.map(({ save, bare }) => save / bare)),
          target: 'p95 <= 60 ms',
          met: p95 <= 60,
        },
      ];
    },
  },
  {
    name: 'tests replica',
    run() {
      const base =
        storedBytes('device', deviceRows(devices)) +
        storedBytes(
          'task',
          Array.from({ length: devices * tasksEach }, (_none, at) =>
            taskRecord({ id: deviceIdAt(8_000_000 + at), deviceId: deviceIdAt(Math.floor(at / tasksEach)) }),
          ),
        );
      const added = (count: number) => {
        const { procedures, tests } = testWork(count);
        return storedBytes('procedure', procedures) + storedBytes('test', tests);
      };
      const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(2)} MB`;
      const rows = [0, 400, devices / 10, devices].map((count) => {
        const bytes = added(count);
        const share = bytes / base;
        return {
          what: `Procedures and ${count.toLocaleString('en')} tests in the replica of 10,000 devices with 40,000 tasks`,
          ours: `${megabytes(bytes)} more, ${(share * 100).toFixed(1)} %`,
          peer: `without them ${megabytes(base)}`,
          target: '<= 10 %',
          met: share <= 0.1,
        };
      });
      return Promise.resolve(rows);
    },
  },
];
