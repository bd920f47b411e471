import * as z from '../../zod.ts';
import { testResults } from '../../records/procedure.ts';
import { adjustedReading } from './record.ts';

/** A measured value with the limits of its version. */
const fileReading = z.object({
  /** The same in all versions of its procedure. */
  stepId: z.string(),
  title: z.string(),
  unit: z.string(),
  lower: z.nullable(z.number()),
  upper: z.nullable(z.number()),
  /** The limits in words. */
  limits: z.string(),
  isConfirmed: z.boolean(),
  found: z.nullable(z.number()),
  left: z.nullable(z.number()),
  /** The faults in words; empty if there are none. */
  problem: z.string(),
});

/** A test as the papers of its device have it. */
export const fileTest = z.object({
  id: z.string(),
  procedureId: z.string(),
  procedureName: z.string(),
  version: z.number(),
  result: z.enum(testResults),
  /** The verdict of the current rules on a Pass that was stored before them; absent if the result is unchanged. */
  presentResult: z.optional(z.enum(testResults)),
  limitation: z.string(),
  adjusted: z.optional(z.array(adjustedReading)),
  findings: z.array(z.string()),
  testedAt: z.string(),
  testedOn: z.string(),
  by: z.string(),
  testers: z.array(
    z.object({ name: z.string(), serialNumber: z.string(), certificateNumber: z.string(), dueOn: z.string() }),
  ),
  nextDueOn: z.nullable(z.string()),
  /** Work that was due before the test and stays open; absent if there is none. */
  openTask: z.optional(z.object({ type: z.string(), dueOn: z.string() })),
  correctsId: z.nullable(z.string()),
  correctedBy: z.nullable(z.string()),
  /** The measurements in the order of the steps; null on a tablet that does not have the version used. */
  readings: z.nullable(z.array(fileReading)),
});

/** A test as the papers of its device have it. */
export type FileTest = z.output<typeof fileTest>;
/** One value that a test has measured. */
export type FileReading = z.output<typeof fileReading>;
