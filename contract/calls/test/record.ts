import * as z from '../../zod.ts';
import { defineCall } from '../../define.ts';
import { fileRef, idParams } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import { lookAnswers, stepKinds, testResults } from '../../records/procedure.ts';

/** A value that was found out of its limits and left within them. */
export const adjustedReading = z.object({
  stepId: z.string(),
  title: z.string(),
  unit: z.string(),
  found: z.number(),
  left: z.number(),
});

const calibration = z.object({
  laboratory: z.string(),
  calibratedOn: z.string(),
  uncertainty: z.string(),
  range: z.string(),
});

const testRow = z.object({
  id: z.string(),
  procedureName: z.string(),
  version: z.number(),
  result: z.enum(testResults),
  limitation: z.string(),
  adjusted: z.optional(z.array(adjustedReading)),
  testedAt: z.string(),
  /** The time that the tablet showed, if the time is an estimate. */
  tabletTime: z.optional(z.string()),
  by: z.string(),
  /** The record that it corrects, and the one that corrects it. */
  correctsId: z.nullable(z.string()),
  correctedBy: z.nullable(z.string()),
});

const certificateStep = z.object({
  kind: z.enum(stepKinds),
  title: z.string(),
  /** The name of the measuring method, if it has one. */
  method: z.string(),
  /** The limits in words; empty for a step without a number. */
  limits: z.string(),
  source: z.string(),
  isConfirmed: z.boolean(),
  unit: z.string(),
  look: z.nullable(z.enum(lookAnswers)),
  found: z.nullable(z.number()),
  left: z.nullable(z.number()),
  text: z.string(),
  photos: z.array(fileRef),
  /** The faults in words; empty if there are none. */
  problem: z.string(),
  /** Found out of its limits and left within them. */
  isAdjusted: z.boolean(),
});

const certificate = z.extend(testRow, {
  device: z.object({
    id: z.string(),
    serialNumber: z.string(),
    equipmentName: z.string(),
    makeName: z.string(),
    modelName: z.string(),
    departmentName: z.string(),
    location: z.string(),
  }),
  /** The verdict of the current rules on a Pass that was stored before them; absent if the result is unchanged. */
  presentResult: z.optional(z.enum(testResults)),
  findings: z.array(z.string()),
  steps: z.array(certificateStep),
  testers: z.array(
    z.object({
      testerId: z.string(),
      certificateId: z.string(),
      name: z.string(),
      serialNumber: z.string(),
      certificateNumber: z.string(),
      dueOn: z.string(),
      calibration: z.optional(calibration),
    }),
  ),
  temperature: z.nullable(z.number()),
  humidity: z.nullable(z.number()),
  remarks: z.string(),
  testedOn: z.string(),
  nextDueOn: z.nullable(z.string()),
  /** Work that was due before the test and stays open; absent if there is none. */
  openTask: z.optional(z.object({ type: z.string(), dueOn: z.string() })),
  ticketId: z.nullable(z.string()),
});

/** Reads test records. */
export const testRecordCalls = {
  testRecord: defineCall({
    method: 'GET',
    path: '/TestRecord/:id',
    summary: 'The certificate of a test: device, steps with limits and readings, testers, result',
    access: hospitalRoles,
    params: idParams,
    answer: certificate,
    errors: ['record.unknown'],
  }),
  deviceTests: defineCall({
    method: 'GET',
    path: '/InstallationBase/:id/tests',
    summary: 'The latest 2,000 tests of a device, the latest first',
    access: hospitalRoles,
    params: idParams,
    answer: z.array(testRow),
    errors: ['record.unknown'],
  }),
};

/** A test in the list of its device. */
export type TestRow = z.output<typeof testRow>;
/** The certificate of a test. */
export type Certificate = z.output<typeof certificate>;
