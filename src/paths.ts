type ParamsOf<Pattern extends string> = Pattern extends `${string}:${string}/${infer Rest}`
  ? [string, ...ParamsOf<Rest>]
  : Pattern extends `${string}:${string}`
    ? [string]
    : [];

/**
 * A screen's address: calling it with parameters builds a link; `patterns` are the spellings that the router matches.
 */
export interface ScreenPath<Params extends string[] = never> {
  (...params: Params): string;
  /** Links use the first pattern; the others are alternative spellings. */
  readonly patterns: readonly [string, ...string[]];
}

function at<const Pattern extends string>(pattern: Pattern, ...also: string[]): ScreenPath<ParamsOf<Pattern>> {
  const link = (...params: string[]) => {
    const rest = [...params];
    return pattern.replaceAll(/:[A-Za-z]+/g, () => encodeURIComponent(rest.shift() ?? ''));
  };
  const patterns: [string, ...string[]] = [pattern, ...also];
  return Object.assign(link, { patterns });
}

/** Every address of the app; screens link only through these. Source: docs/product.md P4. */
export const paths = {
  login: at('/login'),
  newPassword: at('/new-password'),
  adminDashboard: at('/dashboard/admin'),
  bmeDashboard: at('/dashboard/bme'),
  settings: at('/user/settings'),
  outbox: at('/outbox'),
  scan: at('/scan'),
  notices: at('/notices'),
  ownNotices: at('/notices/settings'),
  activity: at('/activity'),
  tablets: at('/tablets'),
  crashes: at('/app-faults'),
  mail: at('/mail'),
  figures: at('/figures'),
  figureSettings: at('/figures/settings'),
  holidays: at('/figures/holidays'),
  faultReports: at('/reports'),
  reportSettings: at('/reports/settings'),
  figure: at('/figures/:figure'),
  figureRows: at('/figures/:figure/rows'),

  hospitals: at('/admin/hospital', '/admin/hospital/list'),
  hospitalAdd: at('/admin/hospital/add'),
  hospitalEdit: at('/admin/hospital/edit/:id'),
  hospitalFirstHour: at('/admin/hospital/first-hour/:id'),
  firstHour: at('/first-hour'),
  imports: at('/admin/imports'),

  duty: at('/bme/duty'),
  noticeRules: at('/bme/escalation'),
  engineers: at('/bme/list', '/bme/accounts', '/bme'),
  engineerCreate: at('/bme/create'),
  engineerEdit: at('/bme/edit/:id'),
  vendors: at('/vendor', '/vendor/list'),
  vendorCreate: at('/vendor/create'),
  vendorEdit: at('/vendor/edit/:id'),
  vendor: at('/vendor/:id'),
  contactPersons: at('/contact-person', '/contact-persons', '/contact-person/list'),
  contactPersonAdd: at('/contact-person/add', '/contact-persons/add', '/contact-person/create'),
  contactPersonEdit: at('/contact-persons/edit/:id', '/contact-person/edit/:id'),
  departments: at('/department', '/department/list'),
  departmentCreate: at('/department/create'),
  departmentEdit: at('/department/edit/:id'),

  equipmentTypes: at('/equipment', '/equipment/list'),
  equipmentTypeCreate: at('/equipment/create'),
  equipmentTypeEdit: at('/equipment/edit/:id'),
  equipmentMakes: at('/equipment-makes', '/equipment-make', '/equipment-makes/list'),
  equipmentMakeCreate: at('/equipment-makes/create', '/equipment-make/create'),
  equipmentMakeEdit: at('/equipment-makes/edit/:id', '/equipment-make/edit/:id'),
  equipmentModels: at('/equipment-models', '/equipment-model', '/equipment-models/list'),
  equipmentModelCreate: at('/equipment-models/create', '/equipment-model/create'),
  equipmentModelEdit: at('/equipment-models/edit/:id', '/equipment-model/edit/:id'),

  device: at('/equipmentdetails/:serialNumber', '/equipmentdetails'),
  devices: at('/installation-base', '/installation-base/list'),
  deviceCreate: at('/installation-base/create'),
  deviceEdit: at('/installation-base/edit/:id'),
  qrPrint: at('/installation-base/qr-print'),
  warranties: at('/warranty', '/warranty/list'),
  warrantyCreate: at('/warranty/create'),
  warrantyEdit: at('/warranty/edit/:id'),
  warranty: at('/warranty/:id'),
  warrantyDownload: at('/warranty/download'),
  contractVisits: at('/warranty/visits/:id'),
  schedules: at('/schedules', '/schedules/list'),
  scheduleCreate: at('/schedules/create', '/schedules/add'),
  scheduleEdit: at('/schedules/edit/:id'),

  procedures: at('/procedure', '/procedure/list'),
  procedureCreate: at('/procedure/create'),
  procedureEdit: at('/procedure/edit/:id'),
  testers: at('/tester', '/tester/list'),
  testerCreate: at('/tester/create'),
  testerEdit: at('/tester/edit/:id'),
  tester: at('/tester/certificates/:id'),
  test: at('/test/:deviceId/:procedureId'),
  certificate: at('/print/test/:id'),

  maintenanceYear: at('/bme-dashboard/maintenance/year', '/maintenance/year'),
  maintenance: at('/bme-dashboard/maintenance', '/maintenance'),
  maintenanceClose: at('/maintenance-close/:id'),
  tickets: at('/breakdown', '/breakdown/list'),
  ticketNew: at('/breakdown/new', '/breakdown/create'),
  ticket: at('/breakdown/:id'),
  rounds: at('/daily-rounds', '/daily-round'),
  roundTemplateAdd: at('/daily-rounds/templates/add'),
  roundTemplateEdit: at('/daily-rounds/templates/edit/:id'),
  roundAdd: at('/daily-rounds/add/:templateId'),
  roundsOfTemplate: at('/daily-rounds/:templateId/rounds'),
  submittedRounds: at('/daily-rounds/rounds'),
  round: at('/daily-rounds/rounds/:roundId'),

  printInventory: at('/print/inventory'),
  printPlanYear: at('/print/calendar'),
  printOverdue: at('/print/overdue'),
  printAgreements: at('/print/contracts'),
  printCalibration: at('/print/calibration'),
  printBreakdowns: at('/print/breakdowns'),
  printDeviceFile: at('/print/device/:id'),
  printReadings: at('/print/readings/:id'),
  printTesters: at('/print/testers'),
  printLimits: at('/print/limits'),
  printCondemnation: at('/print/condemnation/:id'),
  printCommittee: at('/print/committee'),
  printWardPage: at('/print/ward'),
  printEvidence: at('/print/evidence/:id'),
};

/** Returns whether a screen is shown in every state of the tablet, even a locked one, and without bars. */
export const isDoor = (pathname: string): boolean => pathname === paths.login() || pathname === paths.newPassword();

/** Returns the address that links use for a screen that was opened by another spelling. */
export function linkedSpelling(pathname: string): string {
  return Object.values(paths).find(({ patterns }) => patterns.includes(pathname))?.patterns[0] ?? pathname;
}

/** Adds a query to a link; empty values are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path;
}
