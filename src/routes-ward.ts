import { adminOnly, hospitalRoles } from '#contract/permissions.ts';
import { paths } from './paths.ts';
import { screen, type ScreenRoute } from './route.ts';

/** Rounds, labels, devices, breakdowns, maintenance, warranties and imports. Source: document 2, section 2. */
export const wardRoutes: readonly ScreenRoute[] = [
  screen(
    paths.imports,
    'Import Equipment Data',
    adminOnly,
    async () => (await import('./features/admin/imports-screen.tsx')).ImportsScreen,
  ),
  screen(
    paths.dailyRounds,
    'Daily Rounds',
    hospitalRoles,
    async () => (await import('./features/ward-round/rounds-list-screen.tsx')).RoundsListScreen,
  ),
  screen(
    paths.roundTemplateAdd,
    'Add New Daily Round Template',
    hospitalRoles,
    async () => (await import('./features/ward-round/template-form-screen.tsx')).TemplateAddScreen,
  ),
  screen(
    paths.roundTemplateEdit,
    'Edit Template',
    hospitalRoles,
    async () => (await import('./features/ward-round/template-form-screen.tsx')).TemplateEditScreen,
  ),
  screen(
    paths.roundAdd,
    'Add Daily Rounds',
    hospitalRoles,
    async () => (await import('./features/ward-round/round-screen.tsx')).RoundScreen,
  ),
  screen(paths.scan, 'Scan', hospitalRoles, async () => {
    // A hit opens the page of the device at once.
    import('./features/equipment/equipment-details-screen.tsx').catch(() => undefined);
    return (await import('./features/scanner/scan-screen.tsx')).ScanScreen;
  }),
  screen(
    paths.equipmentDetails,
    'Equipment Details',
    'open',
    async () => (await import('./features/equipment/equipment-details-screen.tsx')).EquipmentDetailsScreen,
  ),
  screen(
    paths.breakdowns,
    'Breakdown Tickets',
    hospitalRoles,
    async () => (await import('./features/breakdown/breakdown-list-screen.tsx')).BreakdownListScreen,
  ),
  screen(
    paths.breakdownNew,
    'New Service Request',
    hospitalRoles,
    async () => (await import('./features/breakdown/new-request-screen.tsx')).NewRequestScreen,
  ),
  screen(
    paths.breakdownDetails,
    'Breakdown',
    hospitalRoles,
    async () => (await import('./features/breakdown/breakdown-details-screen.tsx')).BreakdownDetailsScreen,
  ),
  screen(
    paths.maintenance,
    'Maintenance',
    hospitalRoles,
    async () => (await import('./features/maintenance/maintenance-screen.tsx')).MaintenanceScreen,
  ),
  screen(
    paths.maintenanceClose,
    'Outstanding Task Report',
    hospitalRoles,
    async () => (await import('./features/maintenance/maintenance-close-screen.tsx')).MaintenanceCloseScreen,
  ),
  screen(
    paths.installationBase,
    'Installation Base',
    hospitalRoles,
    async () => (await import('./features/installation-base/installation-list-screen.tsx')).InstallationListScreen,
  ),
  screen(
    paths.installationCreate,
    'Add New Equipment',
    hospitalRoles,
    async () => (await import('./features/installation-base/installation-form-screen.tsx')).InstallationCreateScreen,
  ),
  screen(
    paths.installationEdit,
    'Edit Equipment',
    hospitalRoles,
    async () => (await import('./features/installation-base/installation-form-screen.tsx')).InstallationEditScreen,
  ),
  screen(
    paths.qrPrint,
    'Bulk QR Code Generator',
    hospitalRoles,
    async () => (await import('./features/installation-base/qr-print-screen.tsx')).QrPrintScreen,
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
    paths.warrantyDownload,
    'Equipment Warranties/Contracts',
    hospitalRoles,
    async () => (await import('./features/warranty/warranty-download-screen.tsx')).WarrantyDownloadScreen,
  ),
];
