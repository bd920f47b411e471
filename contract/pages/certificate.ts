import type { Certificate, TestRow } from '../calls/test/record.ts';
import type { DeviceRecord } from '../records/ward.ts';
import type { TestRecord } from '../records/test.ts';
import {
  electricalWords,
  isMeasured,
  limitProblem,
  limitWords,
  measuresAppliedPart,
  unitOf,
  valueOf,
} from '../rules/procedure.ts';
import type { Answer, Step } from '../records/procedure.ts';
import { adjustedReadings, refusedToday } from '../rules/test-result.ts';

type CertificateStep = Certificate['steps'][number];

/** The facts about the device on a certificate; it may have been retired since. */
export type CertifiedDevice = Pick<
  DeviceRecord,
  'id' | 'serialNumber' | 'equipmentName' | 'makeName' | 'modelName' | 'departmentName' | 'location'
>;

/** The facts that a certificate is built from. */
export interface CertificateFacts {
  test: TestRecord;
  /** The steps of the version that was used. */
  steps: readonly Step[];
  device: CertifiedDevice;
  correctedBy: string | null;
}

/** A row of the tests of a device. */
export function buildTestRow(
  {
    id,
    procedureName,
    version,
    result,
    limitation,
    adjusted,
    testedAt,
    tabletTime,
    by,
    correctsId,
  }: Omit<TestRow, 'correctedBy'>,
  correctedBy: string | null,
): TestRow {
  const times = { testedAt, ...(tabletTime && { tabletTime }) };
  const more = adjusted ? { adjusted } : {};
  return { id, procedureName, version, result, limitation, ...more, ...times, by, correctsId, correctedBy };
}

/** Returns the rows of a device's test list, latest first, each with the latest test that corrects it. */
export function buildTestRows(tests: readonly Omit<TestRow, 'correctedBy'>[]): TestRow[] {
  const sorted = tests.toSorted((a, b) =>
    a.testedAt === b.testedAt ? (a.id < b.id ? -1 : 1) : a.testedAt < b.testedAt ? 1 : -1,
  );
  const corrections = new Map<string, string>();
  for (const { id, correctsId } of sorted) {
    if (correctsId !== null && !corrections.has(correctsId)) corrections.set(correctsId, id);
  }
  return sorted.map((test) => buildTestRow(test, corrections.get(test.id) ?? null));
}

/** The certificate of a test. Source: docs/product.md P106. */
export function buildCertificate({ test, steps, device, correctedBy }: CertificateFacts): Certificate {
  const answers = new Map(test.answers.map((answer) => [answer.stepId, answer]));
  const { findings, testers, temperature, humidity, remarks, testedOn, nextDueOn, openTask, ticketId } = test;
  const adjusted = new Set(adjustedReadings({ steps, answers: test.answers }).map(({ stepId }) => stepId));
  const presentResult = refusedToday(test, steps);
  const { id, serialNumber, equipmentName, makeName, modelName, departmentName, location } = device;
  return {
    ...buildTestRow(test, correctedBy),
    device: {
      id,
      serialNumber,
      equipmentName,
      makeName,
      modelName,
      departmentName: departmentName ?? '',
      location: location ?? '',
    },
    ...(presentResult && { presentResult }),
    findings,
    steps: steps.map((step) => stepOf(step, answers.get(step.id), adjusted.has(step.id))),
    testers,
    temperature,
    humidity,
    remarks,
    testedOn,
    nextDueOn,
    ...(openTask && { openTask }),
    ticketId,
  };
}

function stepOf(step: Step, answer: Answer | undefined, isAdjusted: boolean): CertificateStep {
  const { kind, title } = step;
  const value = answer ? valueOf(answer) : null;
  const measured = isMeasured(step) ? step : null;
  const isPart = step.kind === 'electrical' && measuresAppliedPart(step);
  return {
    kind,
    title,
    method: step.kind === 'electrical' ? methodWords(step) : '',
    // A part that was not measured has no limit on the certificate.
    limits: measured && (value !== null || !isPart) ? limitWords(measured) : '',
    source: measured?.source ?? '',
    isConfirmed: measured?.isConfirmed ?? true,
    unit: measured ? unitOf(measured) : '',
    look: answer?.look ?? null,
    found: answer?.found ?? null,
    left: answer?.left ?? null,
    text: answer?.text ?? '',
    photos: answer?.photos ?? [],
    problem:
      measured && value !== null ? (limitProblem(measured, value) ?? '') : answer?.look === 'not-ok' ? 'not ok' : '',
    isAdjusted,
  };
}

/** How electrical safety was measured. */
export function methodWords(step: Extract<Step, { kind: 'electrical' }>): string {
  const supply = step.protectionClass === 'internal' ? 'internal supply' : `class ${step.protectionClass}`;
  const part = measuresAppliedPart(step) && step.appliedPart !== 'none' ? `, applied part ${step.appliedPart}` : '';
  return `${electricalWords[step.method]}, ${supply}${part}`;
}
