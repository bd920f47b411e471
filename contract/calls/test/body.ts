import * as z from '../../zod.ts';
import { fileRef, id, optionalNote, requiredNote } from '../../fields.ts';
import { issueTypes } from '../../records/ward.ts';
import type { ReplicaView, SampleView } from '../../records/replica.ts';
import { maxSteps } from '../../rules/procedure.ts';
import { type Answer, lookAnswers, testResults, type UsedTester } from '../../records/procedure.ts';
import { machineStatuses, priorities } from '../../records/values.ts';
import type { TesterRecord } from '../../records/test.ts';
import { optionalNumber } from '../procedure.ts';
import { doneByVendor } from '../task/write.ts';
import { reportTicketBody } from '../ticket/report.ts';

/** Maximum number of photos per step and per record. */
export const maxStepPhotos = 3;
const maxPhotos = 20;

const answer = z.object({
  stepId: z.string().check(z.minLength(1), z.maxLength(40)),
  look: z._default(z.nullable(z.enum(lookAnswers)), null),
  found: optionalNumber(),
  left: optionalNumber(),
  text: optionalNote(),
  photos: z._default(z.array(fileRef).check(z.maxLength(maxStepPhotos, `At most ${maxStepPhotos} photos.`)), []),
});

/** The ticket reported together with the test. */
const reported = z.object({
  /** Made by the tablet, so that later entries can name the ticket before the server has it. */
  id: id(),
  issueType: z.enum(issueTypes, { error: 'Issue type is required.' }),
  priority: z.enum(priorities, { error: 'Priority is required.' }),
  machineStatus: z.enum(machineStatuses),
  problemReported: requiredNote('Please describe the problem.'),
});

/** A test of a device by a procedure. Source: docs/product.md P102. */
export const testRecordBody = z.object({
  deviceId: id('Please choose a device.'),
  taskId: z._default(z.nullable(id()), null),
  procedureId: id('Please choose a procedure.'),
  /** The version that the answers belong to. */
  version: z.number('Please choose a procedure.').check(z.int(), z.minimum(1)),
  answers: z.array(answer).check(
    z.maxLength(maxSteps, `At most ${maxSteps} answers.`),
    z.refine(
      (all) => new Set(all.map(({ stepId }) => stepId)).size === all.length,
      'Each step may be answered only once.',
    ),
    z.refine(
      (all) => all.reduce((sum, { photos }) => sum + photos.length, 0) <= maxPhotos,
      `At most ${maxPhotos} photos.`,
    ),
  ),
  /** Testers with the certificate that they were used under. */
  testers: z._default(z.array(z.object({ testerId: id(), certificateId: id() })).check(z.maxLength(10)), []),
  temperature: optionalNumber(),
  humidity: optionalNumber(),
  remarks: optionalNote(),
  limitation: optionalNote(),
  /** The result that the tablet computed and showed. The server computes its own, which counts. */
  told: z.enum(testResults),
  ticket: z._default(z.nullable(reported), null),
  /** The record that it corrects. */
  correctsId: z._default(z.nullable(id()), null),
  /** The vendor of the task that the test closes. */
  vendorId: doneByVendor(),
});

/** A test as it is submitted. */
export type TestBody = z.output<typeof testRecordBody>;

/** Returns the photos of a record in the order of its answers. */
export function photosOf(answers: readonly Pick<Answer, 'photos'>[]): Answer['photos'] {
  return [...new Map(answers.flatMap(({ photos }) => photos).map((photo) => [photo.sha256, photo])).values()];
}

/**
 * Returns the photos of the record that a test corrects. The server has them or will receive them, so a correction may
 * name them even if their bytes are not on this tablet.
 */
export function photosOfCorrected({ correctsId }: Pick<TestBody, 'correctsId'>, view: ReplicaView): Answer['photos'] {
  return photosOf(view.get('test', correctsId ?? '')?.answers ?? []);
}

/**
 * Returns the testers of the record that a test corrects, in the form in which tablets know testers: one may have been
 * deleted since.
 */
export function testersOfCorrected({ correctsId }: Pick<TestBody, 'correctsId'>, view: ReplicaView): TesterRecord[] {
  const { testers = [] } = view.get('test', correctsId ?? '') ?? {};
  return testers.map(
    ({ testerId, certificateId, name, serialNumber, certificateNumber: number, dueOn, calibration }) => ({
      id: testerId,
      name,
      serialNumber,
      certificates: [{ id: certificateId, number, dueOn, calibration }],
    }),
  );
}

/**
 * Returns the testers that a test may name: those of the hospital, then deleted ones of the record that it corrects. A
 * scanned label contains only a serial number and selects the first tester that has it.
 */
export function testersFor(body: Pick<TestBody, 'correctsId'>, view: SampleView): TesterRecord[] {
  const present = view.all('tester');
  const ids = new Set(present.map(({ id }) => id));
  return [...present, ...testersOfCorrected(body, view).filter(({ id }) => !ids.has(id))];
}

/** Returns the photos to attach to the ticket: those of the failed steps, or all photos if no failed step has any. */
export function ticketPhotos(answers: readonly Answer[], failedSteps: ReadonlySet<string>): Answer['photos'] {
  const failed = photosOf(answers.filter(({ stepId }) => failedSteps.has(stepId)));
  return (failed.length > 0 ? failed : photosOf(answers)).slice(0, 5);
}

/** Returns the ticket of a test as a separate report. */
export function reportOf(body: TestBody, reportedDate: string, failedSteps: ReadonlySet<string>) {
  if (body.ticket === null) return null;
  const { id: _id, ...ticket } = body.ticket;
  const files = ticketPhotos(body.answers, failedSteps);
  return reportTicketBody.parse({ ...ticket, installationBaseId: body.deviceId, reportedDate, files });
}

/** Returns a tester in the form in which tests record it, with the details of its certificate. */
export function usedTester(
  { id: testerId, name, serialNumber }: TesterRecord,
  { id: certificateId, number, dueOn, calibration }: TesterRecord['certificates'][number],
): UsedTester {
  const more = calibration ? { calibration } : {};
  return { testerId, certificateId, name, serialNumber, certificateNumber: number, dueOn, ...more };
}

/** Returns the testers of a body with their facts; those that the tablet does not know are left out. */
export function usedTesters(
  used: TestBody['testers'],
  find: (testerId: string) => TesterRecord | undefined,
): UsedTester[] {
  return used.flatMap(({ testerId, certificateId }) => {
    const tester = find(testerId);
    const certificate = tester?.certificates.find((one) => one.id === certificateId);
    if (!tester || !certificate) return [];
    return [usedTester(tester, certificate)];
  });
}
