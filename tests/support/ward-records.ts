import type { AgreementRecord } from '#contract/records/agreement.ts';
import type {
  DeviceRecord,
  FaultReportRecord,
  RetiredDevice,
  TaskRecord,
  TemplateRecord,
  TicketRecord,
} from '#contract/records/ward.ts';
import type { NoticeRecord } from '#contract/records/notice.ts';
import type { TestRecord } from '#contract/records/test.ts';

/** Builds a device without open ticket or downtime, last seen Operational. */
export function deviceRecord(part: Partial<DeviceRecord> = {}): DeviceRecord {
  return {
    id: 'device-1',
    serialNumber: 'VENT-0012',
    equipmentId: 'equipment-1',
    equipmentName: 'Ventilator',
    importance: 'Critical',
    makeName: 'Draeger',
    modelId: 'model-1',
    modelName: 'Evita V300',
    departmentId: 'department-1',
    departmentName: 'ICU',
    location: 'Block B, Room 4',
    vendorName: 'Medline Traders',
    purchaseDate: '2020-01-04',
    installationDate: '2020-02-04',
    calibrationRequired: true,
    warranties: [],
    roundsSeen: 0,
    needsAttentionRun: 0,
    serviceContact: null,
    latest: null,
    downtimes: [],
    openTicketIds: [],
    lastMaintenanceOn: null,
    nextMaintenanceOn: null,
    maintenanceCost: 0,
    ...part,
  };
}

/** How rows describe a retired device. */
export const retiredDevice: RetiredDevice = {
  serialNumber: 'DIAL-7',
  equipmentName: 'Dialysis Machine',
  modelName: '4008S',
  departmentName: 'Dialysis',
  isMistake: false,
};

/** Builds an open ticket of that device. */
export function ticketRecord(part: Partial<TicketRecord> = {}): TicketRecord {
  return {
    id: 'ticket-1',
    ticketNumber: 'BD-2026-000001',
    deviceId: 'device-1',
    issueType: 'Electrical',
    problemReported: 'No display after power on',
    priority: 'High',
    status: 'Open',
    machineStatus: 'System Down',
    anyPatientHarm: false,
    harmDescription: '',
    reportedBy: 'Asha Rao',
    reportedDate: '2026-11-20T04:30:00Z',
    technicianId: null,
    technicianName: null,
    assignedAt: null,
    dispatchedAt: null,
    escalatedAt: null,
    relatedTicketId: null,
    closedAt: null,
    closedBy: null,
    failureClass: null,
    actionTaken: '',
    resolutionNote: '',
    partRequired: false,
    partDetails: '',
    partCost: null,
    followUpAction: '',
    isFollowUpRequired: false,
    followUpTaskId: null,
    events: [],
    files: [],
    ...part,
  };
}

/** Builds an open preventive task of that device. */
export function taskRecord(part: Partial<TaskRecord> = {}): TaskRecord {
  return {
    id: 'task-1',
    deviceId: 'device-1',
    type: 'PM',
    taskDate: '2026-11-25',
    dueOn: null,
    attempt: null,
    cancelledAt: null,
    actionRequired: false,
    actionRequiredDetails: '',
    actionTaken: '',
    priority: 'Medium',
    escalatedAt: null,
    technicianId: null,
    technicianName: null,
    dispatchedAt: null,
    closedAt: null,
    closedBy: null,
    warrantyNumber: 'W-1',
    events: [],
    files: [],
    ...part,
  };
}

/** Builds a passed test with one answer, to the step `housing`. */
export function testRecord(more: Partial<TestRecord> = {}): TestRecord {
  return {
    id: 'test-1',
    deviceId: 'device-1',
    taskId: null,
    procedureId: 'p',
    procedureName: 'Yearly test',
    version: 1,
    result: 'Pass',
    findings: [],
    limitation: '',
    answers: [{ stepId: 'housing', look: 'ok', found: null, left: null, text: '', photos: [] }],
    testers: [],
    temperature: null,
    humidity: null,
    remarks: '',
    testedAt: '2026-11-20T05:00:00.000Z',
    testedOn: '2026-11-20',
    by: 'Asha',
    nextDueOn: null,
    ticketId: null,
    correctsId: null,
    ...more,
  };
}

/** Builds a contract without vendor and terms; `part` sets what a test needs. */
export function agreementRecord(part: Partial<AgreementRecord> = {}): AgreementRecord {
  return {
    id: 'c-1',
    number: 'CMC-1',
    kind: 'CMC',
    vendorId: null,
    vendorName: '',
    contactName: '',
    phone: '',
    startOn: '2026-01-01',
    endOn: '2099-12-31',
    terms: null,
    ...part,
  };
}

/** Builds a round template with one device and no round yet. */
export function templateRecord(part: Partial<TemplateRecord> = {}): TemplateRecord {
  return {
    id: 'icu',
    name: 'ICU morning walk',
    departmentId: null,
    deviceIds: ['device-1'],
    completedRoundsCount: 0,
    lastRoundAt: null,
    lastRoundOn: null,
    revision: 'r1',
    ...part,
  };
}

/** Builds an open report of that device. */
export function faultReportRecord(part: Partial<FaultReportRecord> = {}): FaultReportRecord {
  return {
    id: 'report-1',
    reference: 'R-7KM3QD',
    deviceId: 'device-1',
    kind: 'alarm',
    text: 'Error 12',
    patientAffected: 'no',
    name: 'Sister Mary',
    extension: '123',
    reportedAt: '2026-11-25T04:30:00.000Z',
    unusuallyMany: false,
    people: 1,
    further: [],
    photos: [],
    state: 'received',
    ticketId: null,
    reason: null,
    decidedAt: null,
    decidedBy: null,
    ...part,
  };
}

/** Builds a notice of an urgent ticket, which nobody has read. */
export function noticeRecord(part: Partial<NoticeRecord> = {}): NoticeRecord {
  return {
    id: 'ticket-1.urgentTicket',
    kind: 'urgentTicket',
    at: '2026-11-25T04:30:00.000Z',
    about: { kind: 'ticket', id: 'ticket-1' },
    facts: { number: 'BD-2026-000171', equipmentName: 'Ventilator', departmentName: 'ICU', by: 'A. Rao' },
    told: ['user-1', 'user-2'],
    unreadBy: ['user-1', 'user-2'],
    ...part,
  };
}
