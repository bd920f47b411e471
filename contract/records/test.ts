import type { LocalDay } from './local-day.ts';
import type { AdjustedReading, Answer, Calibration, Step, TestResult, UsedTester } from './procedure.ts';

/** A procedure in its present version; a test that was begun with an earlier one keeps that with its draft. */
export interface ProcedureRecord {
  id: string;
  name: string;
  version: number;
  steps: Step[];
  /** The equipment types and models whose devices it is for. */
  equipmentIds: string[];
  modelIds: string[];
}

/** A tester with its certificates, the one in force first. */
export interface TesterRecord {
  id: string;
  name: string;
  serialNumber: string;
  certificates: { id: string; number: string; dueOn: LocalDay; calibration?: Calibration | undefined }[];
}

/** A test of a device; never changed, because a correction is another record that names this one. */
export interface TestRecord {
  id: string;
  deviceId: string;
  taskId: string | null;
  procedureId: string;
  procedureName: string;
  version: number;
  result: TestResult;
  /** Why it is not a plain Pass. */
  findings: string[];
  limitation: string;
  /** Values found out of limits and left within them; absent if there are none. */
  adjusted?: AdjustedReading[] | undefined;
  answers: Answer[];
  testers: UsedTester[];
  /** Units: degrees Celsius. */
  temperature: number | null;
  /** Units: per cent. */
  humidity: number | null;
  remarks: string;
  testedAt: string;
  /** The time that the tablet showed; present if `testedAt` is an estimate because its clock was behind. */
  tabletTime?: string | undefined;
  testedOn: LocalDay;
  by: string;
  /** When the work is due again. */
  nextDueOn: LocalDay | null;
  /** Work that was due before the test and is still open; absent if there is none. */
  openTask?: { type: string; dueOn: LocalDay } | undefined;
  ticketId: string | null;
  /** The record that it corrects. */
  correctsId: string | null;
}
