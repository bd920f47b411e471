import { createHash, randomUUID } from 'node:crypto';
import type { CallName } from '#contract/index.ts';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import { reportSecretHeader, type sendReportBody } from '#contract/calls/report/public.ts';
import { clockEstimateHeader, clockOffsetHeader, idempotencyHeader, madeAtHeader } from '#contract/calls/sync.ts';
import { addDays } from '#contract/rules/hospital-day.ts';
import { defaultNoticeSettings } from '#contract/rules/escalation.ts';
import { defaultFigureSettings } from '#contract/rules/figures/settings.ts';
import type * as z from '#contract/zod.ts';
import { textWorkbook } from '#server/import/sheets-out.ts';
import { seedPassword } from '#tests/support/seed.ts';
import type { Sample, World } from './world.ts';

type Giver<N extends CallName> = (world: World) => Sample<N> | Promise<Sample<N>>;

const none = (): Record<string, never> => ({});
const list = { query: { page: 1, pageSize: 100, search: '' } };
const firstSerial = ({ ward }: World): string => Object.keys(ward.devices)[0] ?? '';
const firstDevice = ({ ward }: World): string => Object.values(ward.devices)[0] ?? '';
const freshEmail = (world: World): string => `${world.word().toLowerCase()}@ward.test`;

/** Creates a record and puts its id into the path. */
const on = (maker: CallName) => async (world: World) => ({ params: { id: await world.made(maker) } });
/** Creates a record, retires it, and puts its id into the path. */
const onRetired = (maker: CallName, remover: CallName) => async (world: World) => {
  const params = { id: await world.made(maker) };
  await world.done(remover, { params });
  return { params };
};

const dayMs = 24 * 3_600_000;
/** The weight in the latest sample of the figure settings. */
let weightSamples = 0;
let logoSamples = 0;
/** The number of past tasks in the latest sample that clears them. */
let pastSamples = 0;
const device = (world: World) => ({
  modelId: world.ward.models.ventilator,
  vendorId: world.ward.vendorId,
  serviceContactId: world.ward.contactId,
  salesContactId: world.ward.contactId,
  price: 1000,
  purchaseDate: '2026-06-01',
  installationDate: world.today,
  departmentId: world.ward.departments.icu,
  location: world.text('location'),
  calibrationRequired: true,
  calibrationFrequency: 'yearly' as const,
  calibrationCount: 1,
});
const template = (world: World) => ({
  templateName: world.text('templateName'),
  departmentId: world.ward.departments.icu,
  serials: [{ serialNumber: firstSerial(world), installationBaseEntityId: firstDevice(world) }],
  submitBy: '10:00',
});
const warranty = (world: World) => ({
  warrantyNumber: world.text('warrantyNumber'),
  equipmentId: world.ward.equipment.ventilator,
  makeId: world.ward.makeId,
  pmFrequency: 'yearly' as const,
  pmCount: 1,
  warrantyStartDate: '2026-01-01',
  warrantyDurationInYear: 2,
  warrantyExtraMonths: 6,
  selectedSerials: [{ serialNumber: firstSerial(world), installationBaseEntityId: firstDevice(world) }],
  kind: 'CMC' as const,
  vendorId: world.ward.vendorId,
  contactName: world.text('contactName'),
  phone: world.text('phone'),
  terms: {
    ...blankTerms(),
    covers: ['labour' as const],
    exclusions: world.text('exclusions'),
    responseHours: 4,
    visitsPerYear: 4,
    noticeDays: 60,
  },
  notes: world.text('notes'),
});
const schedule = (world: World) => ({
  target: 'device' as const,
  targetId: firstDevice(world),
  kind: 'Safety' as const,
  title: world.text('title'),
  every: 6,
  unit: 'month' as const,
  basis: 'fixed' as const,
  firstDueOn: world.today,
  start: 'today' as const,
  ends: 'count' as const,
  count: 4,
  windowDays: 10,
  doneBy: 'vendor' as const,
  vendorId: world.ward.vendorId,
  makerEvery: 3,
  makerUnit: 'month' as const,
  longerReason: world.text('longerReason'),
  longerApprover: world.text('longerApprover'),
  reviewOn: '2027-01-31',
});
const hospitalFields = (world: World) => ({
  name: world.text('name'),
  phone: world.text('phone'),
  address: world.text('address'),
  ...world.place,
  numberOfBME: 2,
  numberOfBeds: 20,
});
const vendor = (world: World) => ({
  name: world.text('name'),
  location: world.text('location'),
  types: 'Vendor',
});
const contact = (world: World) => ({
  name: world.text('name'),
  phone: world.text('phone'),
  vendorId: world.ward.vendorId,
  designation: world.text('designation'),
});
/** Signs a new engineer in and returns the id of that session. */
const tabletOf = async (world: World): Promise<string> => {
  const account = { name: world.word(), phone: world.word(), email: freshEmail(world), password: seedPassword };
  await world.done('createEngineer', { body: account });
  await world.done('login', { body: { email: account.email, password: seedPassword } });
  const query = { ...list.query, search: account.email };
  const { items } = (await world.done('tabletPage', { query })) as { items: { id: string }[] };
  return items[0]?.id ?? '';
};
const mergeOf = async (world: World) => ({
  params: { kind: 'vendor' as const, id: await world.made('createVendor') },
  body: { intoId: await world.made('createVendor') },
});
const department = (world: World) => ({ name: world.text('name'), location: world.text('location') });
const equipment = (world: World) => ({
  name: world.text('name'),
  description: world.text('description'),
  equipmentImportance: 'Critical' as const,
});
const model = (world: World) => ({
  name: world.text('name'),
  equipmentMakeId: world.ward.makeId,
  equipmentId: world.ward.equipment.ventilator,
});
const step = (world: World) => ({
  id: 'step-1',
  kind: 'look' as const,
  title: world.text('title'),
  detail: world.text('detail'),
});
const procedure = (world: World) => ({
  name: world.text('name'),
  steps: [step(world)],
  equipmentIds: [world.ward.equipment.ventilator],
  modelIds: [world.ward.models.ventilator],
});
const tester = (world: World) => ({
  name: world.text('name'),
  serialNumber: world.text('serialNumber'),
  certificateNumber: world.text('certificateNumber'),
  dueOn: '2099-01-01',
  laboratory: world.text('laboratory'),
  calibratedOn: '2098-01-01',
  uncertainty: world.text('uncertainty'),
  range: world.text('range'),
});
/** A photo without metadata, different in each world. */
const photoOf = (word: string): Buffer =>
  Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000ffda0008010100003f00', 'hex'),
    Buffer.from(word),
    Buffer.from('ffd9', 'hex'),
  ]);
interface LabelReport {
  body: z.input<typeof sendReportBody>;
  photo: Buffer;
  sha256: string;
}
/** One report in each world: more would reach the limits of a hospital. */
const labelReports = new WeakMap<World, Promise<LabelReport>>();
let reportSamples = 0;
const next = <T>(list: readonly [T, ...T[]]): T => list[(reportSamples += 1) % list.length] ?? list[0];

function labelReport(world: World): Promise<LabelReport> {
  const known = labelReports.get(world);
  if (known) return known;
  const made = (async () => {
    const photo = photoOf(world.word());
    const sha256 = createHash('sha256').update(photo).digest('hex');
    const settings = { isOn: true, helpline: world.text('helpline'), keepDays: 90, labelLine: world.text('labelLine') };
    await world.done('updateReportSettings', { body: settings });
    const body = {
      id: randomUUID(),
      serialNumber: firstSerial(world),
      h: world.ward.id,
      browser: randomUUID(),
      secret: randomUUID(),
      kind: 'alarm' as const,
      text: world.text('text'),
      name: world.text('name'),
      extension: '123',
      photos: [{ sha256, size: photo.length }],
      reportedAt: `${world.today}T04:00:00.000Z`,
      sentAt: `${world.today}T04:00:00.000Z`,
    };
    await world.done('sendFaultReport', { body });
    return { body, photo, sha256 };
  })();
  labelReports.set(world, made);
  return made;
}
const reportIdOf = async (world: World): Promise<string> => (await labelReport(world)).body.id;
const files = (world: World, n: string) => [
  { sha256: n.padStart(64, '0'), size: 10, mime: 'application/pdf' as const, name: world.text('files.name') },
];

/** Creates past work for a new device and returns the request that clears it. */
async function pastWorkOf(world: World) {
  // Varies the number, so that two samples differ.
  pastSamples = (pastSamples % 12) + 1;
  const due = { installationDate: '2012-03-01', calibrationRequired: true, calibrationCount: pastSamples };
  const old = { ...device(world), ...due, calibrationFrequency: 'yearly', serialNumber: world.text('serialNumber') };
  await world.done('createDevices', { body: [old] });
  const params = { hospitalId: world.ward.id };
  const { tasks } = (await world.done('pastWork', { params })) as { tasks: number };
  return { params, body: { tasks } };
}

/** Yesterday, and the headers of an entry that a tablet 9 days behind estimated for its start. */
function estimatedYesterday(world: World): [on: string, headers: Record<string, string>] {
  const on = addDays(world.today, -1);
  const offset = String(9 * dayMs);
  return [
    on,
    {
      [madeAtHeader]: `${addDays(on, -9)}T00:00:00.000Z`,
      [clockOffsetHeader]: offset,
      [clockEstimateHeader]: offset,
    },
  ];
}

/**
 * A sample request for every call of the contract; a missing one is a compile error. All ids belong to the world's own
 * hospital, so a sample from another world is a set of foreign ids.
 */
export const samples: { readonly [N in CallName]: Giver<N> } = {
  login: ({ ward }) => ({ body: { email: ward.users.hospital.email, password: seedPassword } }),
  refresh: ({ ward }) => ({ params: { userId: ward.users.hospital.id } }),
  logout: ({ ward }) => ({ params: { userId: ward.users.hospital.id }, body: { keepOutbox: true } }),
  passwordLinks: none,
  askForPasswordLink: ({ ward }) => ({ body: { email: ward.users.hospital.email } }),
  passwordByLink: () => ({ body: { link: 'cut-off', newPassword: seedPassword } }),
  profile: none,
  changePassword: () => ({ body: { currentPassword: seedPassword, newPassword: seedPassword } }),
  syncChanges: () => ({ query: { cursor: 0, limit: 10_000 } }),
  syncDigest: none,
  syncMissing: () => ({ query: { keys: randomUUID() } }),
  syncEvents: none,
  reportTablet: () => ({
    body: {
      release: '1.0.0',
      engine: 'Chrome 156 on Android',
      usedBytes: 1_000_000,
      nearlyFull: false,
      waiting: 1,
      oldestAt: '2026-06-30T08:00:00.000Z',
      refusal: null,
      trouble: null,
    },
  }),
  reportCrash: () => ({
    body: {
      kind: 'screen',
      name: 'TypeError',
      stack: ['/assets/index-D0cX.js:1:2345'],
      route: '/vendor/:id',
      release: '1.0.0',
      engine: 'Chrome 156 on Android',
    },
  }),
  crashPage: () => ({ query: { page: 1, pageSize: 100, search: '' } }),
  listViews: none,
  saveListView: (world) => ({
    body: { list: '/vendor', name: world.text('name'), query: 'search=phil', isShared: true },
  }),
  deleteListView: on('saveListView'),
  reportExport: (world) => ({ body: { name: world.text('name'), rows: 12 } }),
  tabletPage: () => ({ query: { page: 1, pageSize: 100, search: '' } }),
  revokeTablet: async (world) => ({ params: { id: await tabletOf(world) } }),
  attachmentStatus: async (world) => ({ params: { sha256: (await world.file(false)).sha256 } }),
  putAttachment: async (world) => {
    const { sha256, bytes } = await world.file(false);
    return { params: { sha256 }, query: { offset: 0 }, bytes };
  },
  getAttachment: async (world) => ({ params: { sha256: (await world.file(true)).sha256 } }),
  roundTemplates: none,
  roundDepartments: none,
  roundSerialsOfDepartment: ({ ward }) => ({ params: { id: ward.departments.icu } }),
  roundTemplateSerials: ({ ward }) => ({ params: { id: ward.templateId } }),
  createRoundTemplate: (world) => ({ body: template(world) }),
  createDepartmentTemplates: async (world) => {
    const departmentId = await world.made('createDepartment');
    await world.done('createDevices', { body: [{ ...device(world), departmentId, serialNumber: world.word() }] });
    return { body: { departmentIds: [departmentId] } };
  },
  updateRoundTemplate: async (world) => ({ ...(await on('createRoundTemplate')(world)), body: template(world) }),
  deleteRoundTemplate: on('createRoundTemplate'),
  restoreRoundTemplate: onRetired('createRoundTemplate', 'deleteRoundTemplate'),
  submitRound: (world) => ({
    body: [
      {
        installationBaseId: firstDevice(world),
        serialNumber: firstSerial(world),
        status: 'Needs Attention',
        description: world.text('description'),
        photos: files(world, 'a'),
        date: world.today,
        dailyRoundTemplateId: world.ward.templateId,
      },
    ],
  }),
  roundsOfTemplate: ({ ward }) => ({ params: { id: ward.templateId }, query: { page: 1, pageSize: 100 } }),
  roundPage: on('submitRound'),
  roundChart: () => ({ query: { range: 'last30days' } }),
  upcomingTasks: none,
  taskDates: () => ({ query: { year: 2026, month: 7 } }),
  tasksByDate: () => ({ query: { year: 2026, month: 7, day: 1 } }),
  technicians: none,
  closeTask: async (world) => ({
    body: {
      taskId: await world.openTask(),
      actionTaken: world.text('actionTaken'),
      files: files(world, 'b'),
      vendorId: world.ward.vendorId,
    },
  }),
  submitMaintenanceReport: async (world) => ({
    body: {
      TaskId: await world.openTask(),
      ActionsTaken: world.text('ActionsTaken'),
      IsActionRequired: true,
      ActionRequiredDetails: world.text('ActionRequiredDetails'),
      files: files(world, 'c'),
    },
  }),
  submitMaintenanceClose: async (world) => ({
    body: {
      TaskId: await world.openTask(),
      ActionsTaken: world.text('ActionsTaken'),
      IsActionRequired: true,
      ActionRequiredDetails: world.text('ActionRequiredDetails'),
      files: files(world, 'f'),
    },
  }),
  addTaskNote: async (world) => ({
    body: { taskId: await world.openTask(), note: world.text('note'), files: files(world, 'd') },
  }),
  assignTask: async (world) => ({ body: { taskId: await world.openTask(), technicianId: world.ward.users.bme.id } }),
  moveTask: async (world) => ({
    body: {
      taskId: await world.openTask(),
      to: world.today,
      reason: world.text('reason'),
      approver: world.text('approver'),
    },
  }),
  attemptTask: async (world) => ({
    body: { taskId: await world.openTask(), reason: 'in-use', note: world.text('note'), next: world.today },
  }),
  cancelTask: async (world) => ({ body: { taskId: await world.openTask(), reason: world.text('reason') } }),
  undoTask: async (world) => {
    const [taskId, act] = [await world.openTask(), randomUUID()];
    const headers = { [idempotencyHeader]: act };
    await world.done('cancelTask', { body: { taskId, reason: 'By mistake' }, headers });
    return { body: { taskId, act } };
  },
  dispatchTask: async (world) => ({ body: { taskId: await world.openTask() } }),
  escalateTask: async (world) => ({ body: { taskId: await world.openTask() } }),
  ticketTiles: none,
  ticketPage: () => list,
  ticketCreateData: none,
  ticketDevice: (world) => ({ params: { id: firstDevice(world) } }),
  readTicket: on('reportTicket'),
  reportTicket: (world) => ({
    body: {
      installationBaseId: firstDevice(world),
      serialNumber: firstSerial(world),
      issueType: 'Electrical',
      problemReported: world.text('problemReported'),
      priority: 'High',
      technicianId: world.ward.users.bme.id,
      reportedBy: world.text('reportedBy'),
      reportedDate: world.today,
      anyPatientHarm: true,
      harmDescription: world.text('harmDescription'),
      files: files(world, 'e'),
    },
  }),
  noticePreferences: none,
  updateNoticePreferences: () => ({
    body: { off: { mail: next([['newReport' as const], ['ticketAssigned' as const]]), push: ['newReport' as const] } },
  }),
  subscribePush: () => ({
    body: {
      endpoint: `https://push.example.com/${randomUUID()}`,
      p256dh: 'B'.repeat(87),
      auth: 'A'.repeat(22),
      appUrl: 'https://ward.example.org',
    },
  }),
  unsubscribePush: none,
  tryPush: none,
  mailStatus: none,
  tryMail: none,
  askToStopMail: () => ({ params: { token: 'cut-off' } }),
  stopMail: () => ({ params: { token: 'cut-off' } }),
  noticeSettings: none,
  updateNoticeSettings: (world) => ({
    body: {
      ...defaultNoticeSettings,
      criticalMinutes: next([20, 25]),
      personId: world.ward.users.bme.id,
      quietFrom: '22:00',
      quietTo: '06:00',
    },
  }),
  readNotices: async (world) => {
    const { body } = await samples.reportTicket(world);
    const { id } = (await world.done('reportTicket', { body: { ...body, priority: 'Critical' } })) as { id: string };
    return { body: { ids: [`${id}.urgentTicket`] } };
  },
  correctTicketTime: async (world) => {
    const { body } = await samples.reportTicket(world);
    const [on, headers] = estimatedYesterday(world);
    const { id } = (await world.done('reportTicket', { body: { ...body, reportedDate: on }, headers })) as {
      id: string;
    };
    return { body: { id, eventId: id, on, time: '12:00' } };
  },
  correctTaskTime: async (world) => {
    const [id, eventId] = [await world.openTask(), randomUUID()];
    const [on, headers] = estimatedYesterday(world);
    const body = { taskId: id, note: world.text('note'), files: [] };
    await world.done('addTaskNote', { body, headers: { ...headers, [idempotencyHeader]: eventId } });
    return { body: { id, eventId, on, time: '12:00' } };
  },
  closeTicket: async (world) => ({
    body: {
      id: await world.made('reportTicket'),
      actionTaken: world.text('actionTaken'),
      partRequired: true,
      partDetails: world.text('partDetails'),
      partCost: 5,
      followUpAction: world.text('followUpAction'),
      resolutionNote: world.text('resolutionNote'),
      isFollowUpRequired: true,
      failureClass: 'wear',
      files: files(world, 'b'),
    },
  }),
  addTicketNote: async (world) => ({
    body: { ticketId: await world.made('reportTicket'), note: world.text('note'), files: files(world, 'a') },
  }),
  assignTicket: async (world) => ({
    body: { ticketId: await world.made('reportTicket'), technicianId: world.ward.users.bme.id },
  }),
  acceptTicket: async (world) => ({ body: { ticketId: await world.made('reportTicket') } }),
  arriveTicket: async (world) => ({ body: { ticketId: await world.made('reportTicket'), isByPhone: true } }),
  waitTicket: async (world) => ({
    body: { ticketId: await world.made('reportTicket'), reason: 'part', note: world.text('note') },
  }),
  resumeTicket: async (world) => ({ body: { ticketId: await world.made('reportTicket') } }),
  restoreTicket: async (world) => ({ body: { ticketId: await world.made('reportTicket') } }),
  dispatchTicket: async (world) => ({ body: { ticketId: await world.made('reportTicket') } }),
  escalateTicket: async (world) => ({ body: { ticketId: await world.made('reportTicket') } }),
  deviceList: () => list,
  deviceTiles: none,
  deviceSerials: none,
  deviceDropdown: none,
  installation: on('createDevices'),
  createDevices: (world) => ({ body: [{ ...device(world), serialNumber: world.text('serialNumber') }] }),
  updateDevice: async (world) => ({
    ...(await on('createDevices')(world)),
    body: { ...device(world), serialNumber: world.text('serialNumber') },
  }),
  deleteDevice: async (world) => ({
    params: { id: await world.made('createDevices') },
    query: { reason: 'condemned' },
  }),
  restoreDevice: onRetired('createDevices', 'deleteDevice'),
  deviceQrImage: (world) => ({ params: { serialNumber: firstSerial(world) } }),
  deviceDetails: (world) => ({ params: { serialNumber: firstSerial(world) }, query: { h: world.ward.id } }),
  deviceRounds: (world) => ({ params: { id: firstDevice(world) } }),
  deviceFile: (world) => ({ params: { id: firstDevice(world) } }),
  deviceDocuments: async (world) => ({ params: { id: (await world.document()).id } }),
  addDocument: async (world) => ({
    ...(await on('createDevices')(world)),
    body: {},
    file: Buffer.from(`%PDF-1.7 ${world.word()}`),
  }),
  removeDocument: async (world) => ({ params: await world.document() }),
  restoreDocument: async (world) => {
    const params = await world.document();
    await world.done('removeDocument', { params });
    return { params, body: { name: world.text('name') } };
  },
  chooseDevicePhoto: async (world) => {
    const { id, sha256 } = await world.document();
    return { params: { id }, body: { photo: { sha256, preview: '/9j/4AAQSkZJRg==' } } };
  },
  contractDocuments: async (world) => ({ params: { id: (await world.document('contract')).id } }),
  addContractDocument: async (world) => ({
    ...(await on('saveWarranty')(world)),
    body: {},
    file: Buffer.from(`%PDF-1.7 ${world.word()}`),
  }),
  removeContractDocument: async (world) => ({ params: await world.document('contract') }),
  restoreContractDocument: async (world) => {
    const params = await world.document('contract');
    await world.done('removeContractDocument', { params });
    return { params, body: { name: world.text('name') } };
  },
  warrantyPage: () => list,
  warrantyDownload: () => ({ query: { search: '' } }),
  warrantySerials: (world) => ({ query: { SerialNumber: firstSerial(world) } }),
  warrantySerialsOfMake: (world) => ({
    params: { name: firstSerial(world), equipmentId: world.ward.equipment.ventilator, makeId: world.ward.makeId },
  }),
  warranty: on('saveWarranty'),
  contractEvidence: async (world) => ({
    ...(await on('saveWarranty')(world)),
    query: { period: 'quarter', at: '2026-Q2' },
  }),
  saveWarranty: (world) => ({ body: warranty(world) }),
  updateWarranty: async (world) => ({ ...(await on('saveWarranty')(world)), body: warranty(world) }),
  deleteWarranty: on('saveWarranty'),
  restoreWarranty: onRetired('saveWarranty', 'deleteWarranty'),
  schedulePage: () => list,
  schedule: on('createSchedule'),
  scheduleLastDone: (world) => ({ query: { deviceId: firstDevice(world), kind: 'PM' } }),
  createSchedule: async (world) => ({
    body: { ...schedule(world), procedureId: await world.made('createProcedure') },
  }),
  updateSchedule: async (world) => ({
    ...(await on('createSchedule')(world)),
    body: { ...schedule(world), procedureId: await world.made('createProcedure') },
  }),
  deleteSchedule: on('createSchedule'),
  restoreSchedule: onRetired('createSchedule', 'deleteSchedule'),
  dashboardUserInfo: none,
  dashboardSummary: none,
  dashboardRoundStatus: none,
  dashboardUpcomingTasks: none,
  dashboardSuggestions: none,
  dashboardOpenTickets: none,
  dashboardData: none,
  adminDashboard: none,
  hospitals: none,
  hospitalStates: none,
  hospitalCities: ({ place }) => ({ params: { stateId: place.stateId } }),
  hospitalStorage: none,
  hospital: on('createHospital'),
  createHospital: (world) => ({
    body: { ...hospitalFields(world), email: freshEmail(world), password: seedPassword },
  }),
  updateHospital: async (world) => ({ ...(await on('createHospital')(world)), body: hospitalFields(world) }),
  resetOfficePassword: async (world) => ({
    ...(await on('createHospital')(world)),
    body: { password: `${world.word()}-reset` },
  }),
  switchHospitalReports: async (world) => ({ ...(await on('createHospital')(world)), body: { isOn: true } }),
  toggleHospital: async (world) => ({ ...(await on('createHospital')(world)), body: { isActive: false } }),
  engineerPage: () => list,
  bmeCount: none,
  bme: on('createEngineer'),
  createEngineer: (world) => ({
    body: {
      name: world.text('name'),
      phone: world.text('phone'),
      email: freshEmail(world),
      password: seedPassword,
    },
  }),
  updateEngineer: async (world) => ({
    ...(await on('createEngineer')(world)),
    body: { name: world.text('name'), phone: world.text('phone'), email: freshEmail(world) },
  }),
  deleteEngineer: on('createEngineer'),
  restoreEngineer: onRetired('createEngineer', 'deleteEngineer'),
  dismissAccountNotices: async (world) => {
    const changed = await world.made('updateEngineer');
    type Notice = { id: string; accountId: string };
    const { rows } = (await world.done('syncChanges')) as { rows: { rows: { notices?: Notice[] }[] }[] };
    const notices = rows.flatMap((group) => group.rows.flatMap((row) => row.notices ?? []));
    return { body: { ids: notices.filter(({ accountId }) => accountId === changed).map(({ id }) => id) } };
  },
  possibleDuplicates: () => ({ params: { kind: 'vendor' as const } }),
  recentMerges: async (world) => ({ params: { kind: 'vendor' as const, id: await world.made('createVendor') } }),
  mergeRecords: mergeOf,
  undoMerge: async (world) => {
    const merge = await mergeOf(world);
    await world.done('mergeRecords', merge);
    return { params: merge.params };
  },
  vendorPage: () => list,
  vendor: on('createVendor'),
  vendorOverview: on('createVendor'),
  createVendor: (world) => ({ body: vendor(world) }),
  updateVendor: async (world) => ({ ...(await on('createVendor')(world)), body: vendor(world) }),
  deleteVendor: on('createVendor'),
  restoreVendor: onRetired('createVendor', 'deleteVendor'),
  contactPersonPage: () => list,
  contactPerson: on('createContactPerson'),
  createContactPerson: (world) => ({ body: contact(world) }),
  updateContactPerson: async (world) => ({ ...(await on('createContactPerson')(world)), body: contact(world) }),
  deleteContactPerson: on('createContactPerson'),
  restoreContactPerson: onRetired('createContactPerson', 'deleteContactPerson'),
  departmentPage: () => list,
  department: on('createDepartment'),
  createDepartment: (world) => ({ body: department(world) }),
  updateDepartment: async (world) => ({ ...(await on('createDepartment')(world)), body: department(world) }),
  deleteDepartment: on('createDepartment'),
  restoreDepartment: onRetired('createDepartment', 'deleteDepartment'),
  equipmentTypePage: () => list,
  allEquipmentTypes: none,
  equipmentTypeDropdown: none,
  equipment: on('createEquipmentType'),
  createEquipmentType: (world) => ({ body: equipment(world) }),
  updateEquipmentType: async (world) => ({ ...(await on('createEquipmentType')(world)), body: equipment(world) }),
  deleteEquipmentType: on('createEquipmentType'),
  restoreEquipmentType: onRetired('createEquipmentType', 'deleteEquipmentType'),
  makePage: () => list,
  make: on('createMake'),
  createMake: async (world) => ({
    body: { name: world.text('name'), equipmentIds: await world.made('createEquipmentType') },
  }),
  updateMake: async (world) => ({
    ...(await on('createMake')(world)),
    body: { name: world.text('name'), equipment: [{ id: await world.made('createEquipmentType') }] },
  }),
  deleteMake: on('createMake'),
  restoreMake: onRetired('createMake', 'deleteMake'),
  modelPage: () => list,
  modelMakes: none,
  modelEquipmentsByMake: ({ ward }) => ({ params: { makeId: ward.makeId } }),
  model: on('createModel'),
  createModel: (world) => ({ body: model(world) }),
  updateModel: async (world) => ({ ...(await on('createModel')(world)), body: model(world) }),
  deleteModel: on('createModel'),
  restoreModel: onRetired('createModel', 'deleteModel'),
  importEquipment: (world) => ({
    body: { HospitalId: world.ward.id, CheckOnly: 'false' },
    file: textWorkbook({
      name: 'Register',
      rows: [
        ['Serial Number', 'Equipment Name', 'Make', 'Model'],
        [world.word(), 'Infusion Pump', 'B. Braun', 'Space'],
      ],
    }),
  }),
  correctImportRows: (world) => ({
    params: { hospitalId: world.ward.id },
    body: {
      rows: [
        {
          row: 2,
          cells: {
            serialNumber: world.word(),
            equipmentName: 'Infusion Pump',
            makeName: 'B. Braun',
            modelName: 'Space',
          },
        },
      ],
      includePast: false,
    },
  }),
  chooseImportColumns: (world) => ({
    params: { hospitalId: world.ward.id },
    body: { columns: [{ field: 'serialNumber', header: world.word() }] },
  }),
  importProgress: (world) => ({ params: { key: world.word() } }),
  firstHour: none,
  hospitalFirstHour: ({ ward }) => ({ params: { id: ward.id } }),
  pastWork: ({ ward }) => ({ params: { hospitalId: ward.id } }),
  clearPastWork: pastWorkOf,
  restorePastWork: async (world) => {
    const clear = async (triesLeft: number): ReturnType<typeof pastWorkOf> => {
      const clearing = await pastWorkOf(world);
      // Concurrent requests may change the number that is confirmed.
      return world.done('clearPastWork', clearing).then(
        () => clearing,
        (error: unknown) => (triesLeft > 0 ? clear(triesLeft - 1) : Promise.reject(error)),
      );
    };
    const { params } = await clear(5);
    // The world's clock may have stopped: clearings at the same instant count as one.
    const { cleared } = (await world.done('pastWork', { params })) as { cleared: { at: string; tasks: number } | null };
    // Another request may have undone the clearing meanwhile; then this one is refused.
    const { at, tasks } = cleared ?? { at: '2026-01-01T00:00:00Z', tasks: 1 };
    return { params, body: { at, tasks } };
  },
  importTemplate: none,
  procedurePage: () => list,
  procedure: on('createProcedure'),
  procedureVersion: async (world) => ({ ...(await on('createProcedure')(world)), query: { version: 1 } }),
  createProcedure: (world) => ({ body: procedure(world) }),
  updateProcedure: async (world) => ({ ...(await on('createProcedure')(world)), body: procedure(world) }),
  copyProcedure: async (world) => ({ ...(await on('createProcedure')(world)), body: { name: world.text('name') } }),
  deleteProcedure: on('createProcedure'),
  restoreProcedure: onRetired('createProcedure', 'deleteProcedure'),
  addStarterProcedures: () => ({ body: {} }),
  testerPage: () => list,
  tester: on('createTester'),
  testerCertificates: on('createTester'),
  createTester: (world) => ({ body: tester(world) }),
  updateTester: async (world) => ({ ...(await on('createTester')(world)), body: tester(world) }),
  addTesterFile: async (world) => ({
    ...(await on('createTester')(world)),
    body: {},
    file: Buffer.from(`%PDF-1.7 ${world.word()}`),
  }),
  deleteTester: on('createTester'),
  restoreTester: onRetired('createTester', 'deleteTester'),
  submitTestRecord: async (world) => {
    const { id: testerId, certificateId } = (await world.done('createTester')) as { id: string; certificateId: string };
    const deviceId = firstDevice(world);
    const test = { deviceId, procedureId: await world.made('createProcedure'), version: 1, told: 'Fail' as const };
    const { id: correctsId } = (await world.done('submitTestRecord', { body: { ...test, answers: [] } })) as {
      id: string;
    };
    const answer = { stepId: 'step-1', look: 'not-ok' as const, text: world.text('text'), photos: files(world, 'a') };
    return {
      body: {
        ...test,
        taskId: await world.openTask(deviceId),
        answers: [answer],
        testers: [{ testerId, certificateId }],
        remarks: world.text('remarks'),
        limitation: world.text('limitation'),
        ticket: {
          id: world.word(),
          issueType: 'Electrical' as const,
          priority: 'High' as const,
          machineStatus: 'System Down' as const,
          problemReported: world.text('problemReported'),
        },
        correctsId,
      },
    };
  },
  testRecord: on('submitTestRecord'),
  deviceTests: (world) => ({ params: { id: firstDevice(world) } }),
  auditPage: ({ today }) => ({ query: { page: 1, pageSize: 100, search: '', from: '2026-01-01', to: today } }),
  figures: ({ today }) => ({ query: { period: 'month', at: today.slice(0, 7) } }),
  figureTrends: ({ today }) => ({
    query: { period: 'quarter', at: `${today.slice(0, 4)}-Q${Math.ceil(Number(today.slice(5, 7)) / 3)}` },
  }),
  figureDetail: () => ({ query: { figure: 'completion', period: 'year', at: '2026', split: 'department' } }),
  figureRows: () => ({ query: { set: 'job.due', period: 'year', at: '2026', page: 1, pageSize: 100 } }),
  figureSettings: none,
  holidays: none,
  publicDevice: (world) => ({ params: { serialNumber: firstSerial(world) }, query: { h: world.ward.id } }),
  sendFaultReport: async (world) => ({ body: (await labelReport(world)).body }),
  faultReportStates: async (world) => {
    const { body } = await labelReport(world);
    const { reference } = (await world.done('sendFaultReport', { body })) as { reference: string };
    return { body: { reports: [{ reference, secret: body.secret }] } };
  },
  putFaultPhoto: async (world) => {
    const { body, photo, sha256 } = await labelReport(world);
    return { params: { id: body.id, sha256 }, bytes: photo, headers: { [reportSecretHeader]: body.secret } };
  },
  acceptReport: async (world) => ({
    body: {
      reportId: await reportIdOf(world),
      priority: next(['Low', 'High']),
      machineStatus: 'Restrictive Use' as const,
    },
  }),
  joinReport: async (world) => ({
    body: { reportId: await reportIdOf(world), ticketId: await world.made('reportTicket') },
  }),
  closeReport: async (world) => ({
    body: { reportId: await reportIdOf(world), reason: next(['duplicate', 'wrong-device']) },
  }),
  reportSettings: none,
  updateReportSettings: (world) => ({
    body: { isOn: true, helpline: world.text('helpline'), keepDays: 90, labelLine: world.text('labelLine') },
  }),
  setHospitalLogo: () => {
    logoSamples += 1;
    return { body: { picture: Buffer.from(`\xff\xd8\xff${logoSamples}`, 'latin1').toString('base64') } };
  },
  labelTokens: (world) => ({ query: { ids: firstDevice(world) } }),
  renewLabel: on('createDevices'),
  dutyTable: none,
  updateDutyTable: (world) => ({
    body: {
      shifts: [
        {
          id: 'shift-1',
          technicianId: world.ward.users.bme.id,
          days: [1],
          from: next(['08:00', '07:00']),
          to: '20:00',
        },
      ],
      leave: [{ id: 'leave-1', technicianId: world.ward.users.bme.id, from: '2026-12-24', to: '2026-12-26' }],
    },
  }),
  updateHolidays: (world) => ({ body: { days: [{ on: '2026-08-15', name: world.text('name') }] } }),
  updateFigureSettings: () => {
    // Varies the weight, so that two samples differ.
    weightSamples = (weightSamples % 99) + 1;
    return { body: { ...defaultFigureSettings, restrictiveWeight: weightSamples } };
  },
};
