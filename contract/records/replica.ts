import type { AgreementRecord, HolidayRecord, SettingRecord } from './agreement.ts';
import type { NoticeRecord } from './notice.ts';
import type { ProcedureRecord, TesterRecord, TestRecord } from './test.ts';
import type {
  DepartmentRecord,
  DeviceRecord,
  FaultReportRecord,
  RefusalRecord,
  RoundRecord,
  TaskRecord,
  TechnicianRecord,
  TemplateRecord,
  TicketRecord,
} from './ward.ts';

/** The kinds of the replica and their records; the shapes of most are in `ward.ts`. */
export interface ReplicaRecords {
  device: DeviceRecord;
  template: TemplateRecord;
  task: TaskRecord;
  ticket: TicketRecord;
  faultReport: FaultReportRecord;
  notice: NoticeRecord;
  round: RoundRecord;
  department: DepartmentRecord;
  technician: TechnicianRecord;
  procedure: ProcedureRecord;
  tester: TesterRecord;
  contract: AgreementRecord;
  holiday: HolidayRecord;
  setting: SettingRecord;
  test: TestRecord;
  refusal: RefusalRecord;
}
export type ReplicaKind = keyof ReplicaRecords;

/** All kinds, in the order in which a first download sends them. */
export const replicaKinds = [
  'template',
  'department',
  'technician',
  'procedure',
  'tester',
  'contract',
  'holiday',
  'setting',
  'device',
  'task',
  'ticket',
  'faultReport',
  'notice',
  'round',
  'test',
  'refusal',
] as const satisfies readonly ReplicaKind[];

/** Version of the shape of these records: a tablet drops a replica of another version and downloads it again. */
export const replicaSchema = 10;

/** Reads of the replica that a title may make. */
export interface ReplicaView {
  get<K extends ReplicaKind>(kind: K, id: string): ReplicaRecords[K] | undefined;
}

/** Reads of the replica that an effect may make. */
export interface EffectView extends ReplicaView {
  /** The tasks of a device, in no order. */
  tasksOf(deviceId: string): readonly TaskRecord[];
}

/** Reads of the replica that a sample may make. */
export interface SampleView extends ReplicaView {
  all<K extends ReplicaKind>(kind: K): readonly ReplicaRecords[K][];
}

/**
 * An optimistic change: it adds a record, changes one that may exist (as a pure function), or removes one. The view
 * that a change reads is not observed, so it may only depend on what changes together with its row.
 */
export type Patch = {
  [K in ReplicaKind]:
    | { kind: K; id: string; put: ReplicaRecords[K] }
    | { kind: K; id: string; change: (row: ReplicaRecords[K], view: ReplicaView) => ReplicaRecords[K] }
    | { kind: K; id: string; remove: true };
}[ReplicaKind];
