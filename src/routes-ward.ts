import { adminOnly, hospitalRoles } from '#contract/permissions.ts';
import { paths } from './paths.ts';
import { screen, type ScreenRoute } from './route.ts';

/** Rounds, labels, devices, breakdowns, maintenance, warranties and imports. Source: docs/product.md P4. */
export const wardRoutes: readonly ScreenRoute[] = [
  screen(
    paths.imports,
    'Import Equipment Data',
    adminOnly,
    async () => (await import('./features/import/imports-screen.tsx')).ImportsScreen,
  ),
  screen(
    paths.rounds,
    'Daily Rounds',
    hospitalRoles,
    async () => (await import('./features/round/rounds-list-screen.tsx')).RoundsListScreen,
  ),
  screen(
    paths.roundTemplateAdd,
    'Add New Daily Round Template',
    hospitalRoles,
    async () => (await import('./features/round/template-form-screen.tsx')).TemplateAddScreen,
  ),
  screen(
    paths.roundTemplateEdit,
    'Edit Template',
    hospitalRoles,
    async () => (await import('./features/round/template-form-screen.tsx')).TemplateEditScreen,
  ),
  screen(
    paths.roundAdd,
    'Add Daily Rounds',
    hospitalRoles,
    async () => (await import('./features/round/round-screen.tsx')).RoundScreen,
  ),
  screen(
    paths.roundsOfTemplate,
    'Submitted Rounds',
    hospitalRoles,
    async () => (await import('./features/round/read/submitted-rounds-screen.tsx')).SubmittedRoundsScreen,
  ),
  screen(
    paths.submittedRounds,
    'Submitted Rounds',
    hospitalRoles,
    async () => (await import('./features/round/read/submitted-rounds-screen.tsx')).SubmittedRoundsScreen,
  ),
  screen(
    paths.round,
    'Daily Round',
    hospitalRoles,
    async () => (await import('./features/round/read/round-page-screen.tsx')).RoundPageScreen,
  ),
  screen(paths.scan, 'Scan', hospitalRoles, async () => {
    // Preloaded, so that a hit opens the device's page immediately.
    import('./features/device/page/device-screen.tsx').catch(() => undefined);
    return (await import('./features/scanner/scan-screen.tsx')).ScanScreen;
  }),
  screen(
    paths.device,
    'Equipment Details',
    'open',
    async () => (await import('./features/device/page/device-screen.tsx')).DeviceScreen,
  ),
  screen(
    paths.tickets,
    'Breakdown Tickets',
    hospitalRoles,
    async () => (await import('./features/ticket/ticket-list-screen.tsx')).TicketListScreen,
  ),
  screen(
    paths.ticketNew,
    'New Service Request',
    hospitalRoles,
    async () => (await import('./features/ticket/new-request-screen.tsx')).NewRequestScreen,
  ),
  screen(
    paths.ticket,
    'Breakdown',
    hospitalRoles,
    async () => (await import('./features/ticket/ticket-screen.tsx')).TicketScreen,
  ),
  screen(
    paths.maintenance,
    'Maintenance',
    hospitalRoles,
    async () => (await import('./features/task/maintenance-screen.tsx')).MaintenanceScreen,
  ),
  screen(
    paths.maintenanceYear,
    'Maintenance Year',
    hospitalRoles,
    async () => (await import('./features/task/year/year-screen.tsx')).YearScreen,
  ),
  screen(
    paths.maintenanceClose,
    'Outstanding Task Report',
    hospitalRoles,
    async () => (await import('./features/task/maintenance-close-screen.tsx')).MaintenanceCloseScreen,
  ),
  screen(
    paths.devices,
    'Installation Base',
    hospitalRoles,
    async () => (await import('./features/device/register/device-list-screen.tsx')).DeviceListScreen,
  ),
  screen(
    paths.deviceCreate,
    'Add New Equipment',
    hospitalRoles,
    async () => (await import('./features/device/register/device-form-screen.tsx')).DeviceCreateScreen,
  ),
  screen(
    paths.deviceEdit,
    'Edit Equipment',
    hospitalRoles,
    async () => (await import('./features/device/register/device-form-screen.tsx')).DeviceEditScreen,
  ),
  screen(
    paths.qrPrint,
    'Bulk QR Code Generator',
    hospitalRoles,
    async () => (await import('./features/device/labels/qr-print-screen.tsx')).QrPrintScreen,
  ),
  screen(
    paths.warranties,
    'Equipment Warranties/Contracts',
    hospitalRoles,
    async () => (await import('./features/warranty/warranty-list-screen.tsx')).WarrantyListScreen,
  ),
  screen(
    paths.warrantyCreate,
    'Create Warranty/Contract Form',
    hospitalRoles,
    async () => (await import('./features/warranty/warranty-form-screen.tsx')).WarrantyCreateScreen,
  ),
  screen(
    paths.warrantyEdit,
    'Edit Warranty/Contract Form',
    hospitalRoles,
    async () => (await import('./features/warranty/warranty-form-screen.tsx')).WarrantyEditScreen,
  ),
  screen(
    paths.warranty,
    'Warranty/Contract',
    hospitalRoles,
    async () => (await import('./features/warranty/agreement-screen.tsx')).AgreementScreen,
  ),
  screen(
    paths.warrantyDownload,
    'Equipment Warranties/Contracts',
    hospitalRoles,
    async () => (await import('./features/warranty/warranty-download-screen.tsx')).WarrantyDownloadScreen,
  ),
  screen(
    paths.contractVisits,
    'Visits of a Contract',
    hospitalRoles,
    async () => (await import('./features/warranty/agreement-visits-screen.tsx')).AgreementVisitsScreen,
  ),
  screen(
    paths.printInventory,
    'Inventory by Department',
    hospitalRoles,
    async () => (await import('./features/print/inventory-screen.tsx')).InventoryPaperScreen,
  ),
  screen(
    paths.printPlanYear,
    'Calendar of the Year',
    hospitalRoles,
    async () => (await import('./features/print/plan-year-screen.tsx')).PlanYearScreen,
  ),
  screen(
    paths.printOverdue,
    'Overdue and Not Located',
    hospitalRoles,
    async () => (await import('./features/print/overdue-screen.tsx')).OverduePaperScreen,
  ),
  screen(
    paths.printAgreements,
    'Register of Contracts',
    hospitalRoles,
    async () => (await import('./features/print/agreements-screen.tsx')).AgreementsPaperScreen,
  ),
  screen(
    paths.printCalibration,
    'Calibration Register',
    hospitalRoles,
    async () => (await import('./features/print/test-paper-screens.tsx')).CalibrationPaperScreen,
  ),
  screen(
    paths.printBreakdowns,
    'Breakdown Register',
    hospitalRoles,
    async () => (await import('./features/print/breakdown-screen.tsx')).BreakdownPaperScreen,
  ),
  screen(
    paths.printDeviceFile,
    'Device History File',
    hospitalRoles,
    async () => (await import('./features/print/device-paper-screens.tsx')).HistoryPaperScreen,
  ),
  screen(
    paths.printReadings,
    'Readings Compared',
    hospitalRoles,
    async () => (await import('./features/print/device-paper-screens.tsx')).ReadingsPaperScreen,
  ),
  screen(
    paths.printTesters,
    'Tester Register',
    hospitalRoles,
    async () => (await import('./features/print/test-paper-screens.tsx')).TesterPaperScreen,
  ),
  screen(
    paths.printLimits,
    'Limits to Confirm',
    hospitalRoles,
    async () => (await import('./features/print/test-paper-screens.tsx')).LimitsPaperScreen,
  ),
  screen(
    paths.printCondemnation,
    'Condemnation Form',
    hospitalRoles,
    async () => (await import('./features/print/device-paper-screens.tsx')).CondemnationPaperScreen,
  ),
  screen(
    paths.printCommittee,
    'Committee Sheet',
    hospitalRoles,
    async () => (await import('./features/print/committee-screen.tsx')).CommitteePaperScreen,
  ),
  screen(
    paths.printWardPage,
    'Page for the Ward',
    hospitalRoles,
    async () => (await import('./features/print/ward-page-screen.tsx')).WardPageScreen,
  ),
  screen(
    paths.printEvidence,
    'Penalty Evidence',
    hospitalRoles,
    async () => (await import('./features/print/agreement-evidence-screen.tsx')).AgreementEvidenceScreen,
  ),
  screen(paths.test, 'Test', hospitalRoles, async () => (await import('./features/test/test-screen.tsx')).TestScreen),
  screen(
    paths.certificate,
    'Test certificate',
    hospitalRoles,
    async () => (await import('./features/print/certificate-screen.tsx')).CertificateScreen,
  ),
  screen(
    paths.schedules,
    'Schedules',
    hospitalRoles,
    async () => (await import('./features/schedule/schedule-list-screen.tsx')).ScheduleListScreen,
  ),
  screen(
    paths.scheduleCreate,
    'Create Schedule',
    hospitalRoles,
    async () => (await import('./features/schedule/schedule-form-screen.tsx')).ScheduleCreateScreen,
  ),
  screen(
    paths.scheduleEdit,
    'Edit Schedule',
    hospitalRoles,
    async () => (await import('./features/schedule/schedule-form-screen.tsx')).ScheduleEditScreen,
  ),
];
