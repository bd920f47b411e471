import { type ComponentType, lazy } from 'react';
import type { Access } from '#contract/define.ts';
import { adminOnly, auditReaders, hospitalRoles } from '#contract/permissions.ts';
import { paths, type ScreenPath } from './paths.ts';

/** Who may enter a screen; `prompt`: everybody reaches it, a visitor is asked to sign in there. */
export type ScreenAccess = Access | 'prompt';

/** One screen of the app. */
export interface ScreenRoute {
  path: Pick<ScreenPath, 'patterns'>;
  /** Names the window; the screen draws its own heading. */
  title: string;
  access: ScreenAccess;
  Screen: ComponentType;
}

function screen(
  path: Pick<ScreenPath, 'patterns'>,
  title: string,
  access: ScreenAccess,
  load: () => Promise<ComponentType>,
): ScreenRoute {
  return { path, title, access, Screen: lazy(async () => ({ default: await load() })) };
}

/** Every screen that exists: address, title, who may enter, and where it is loaded from. */
export const routes: readonly ScreenRoute[] = [
  screen(paths.login, 'Sign in', 'open', async () => (await import('./features/session/login-screen.tsx')).LoginScreen),
  screen(
    paths.settings,
    'Settings',
    'signed-in',
    async () => (await import('./features/settings/settings-screen.tsx')).SettingsScreen,
  ),
  screen(
    paths.outbox,
    'Outbox',
    'signed-in',
    async () => (await import('./features/outbox/outbox-screen.tsx')).OutboxScreen,
  ),
  screen(
    paths.activity,
    'Activity Log',
    auditReaders,
    async () => (await import('./features/audit/activity-screen.tsx')).ActivityScreen,
  ),
  screen(
    paths.adminDashboard,
    'Dashboard',
    adminOnly,
    async () => (await import('./features/admin/admin-dashboard-screen.tsx')).AdminDashboardScreen,
  ),
  screen(
    paths.hospitals,
    'Hospitals',
    adminOnly,
    async () => (await import('./features/admin/hospital-list-screen.tsx')).HospitalListScreen,
  ),
  screen(
    paths.hospitalAdd,
    'Create Hospital',
    adminOnly,
    async () => (await import('./features/admin/hospital-form-screen.tsx')).HospitalCreateScreen,
  ),
  screen(
    paths.hospitalEdit,
    'Edit Hospital',
    adminOnly,
    async () => (await import('./features/admin/hospital-form-screen.tsx')).HospitalEditScreen,
  ),
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
    paths.bmeDashboard,
    'Dashboard',
    hospitalRoles,
    async () => (await import('./features/dashboard/bme-dashboard-screen.tsx')).BmeDashboardScreen,
  ),
  screen(
    paths.bmes,
    'BME Accounts',
    hospitalRoles,
    async () => (await import('./features/people/bme-list-screen.tsx')).BmeListScreen,
  ),
  screen(
    paths.bmeCreate,
    'Create BME Account',
    hospitalRoles,
    async () => (await import('./features/people/bme-create-screen.tsx')).BmeCreateScreen,
  ),
  screen(
    paths.bmeEdit,
    'Edit BME Account',
    hospitalRoles,
    async () => (await import('./features/people/bme-edit-screen.tsx')).BmeEditScreen,
  ),
  screen(
    paths.vendors,
    'Vendor List',
    hospitalRoles,
    async () => (await import('./features/people/vendor-list-screen.tsx')).VendorListScreen,
  ),
  screen(
    paths.vendorCreate,
    'Create Vendor',
    hospitalRoles,
    async () => (await import('./features/people/vendor-form-screen.tsx')).VendorCreateScreen,
  ),
  screen(
    paths.vendorEdit,
    'Edit Vendor',
    hospitalRoles,
    async () => (await import('./features/people/vendor-form-screen.tsx')).VendorEditScreen,
  ),
  screen(
    paths.contactPersons,
    'Contact Persons',
    hospitalRoles,
    async () => (await import('./features/people/contact-person-list-screen.tsx')).ContactPersonListScreen,
  ),
  screen(
    paths.contactPersonAdd,
    'Create Contact Person',
    hospitalRoles,
    async () => (await import('./features/people/contact-person-form-screen.tsx')).ContactPersonCreateScreen,
  ),
  screen(
    paths.contactPersonEdit,
    'Edit Contact Person',
    hospitalRoles,
    async () => (await import('./features/people/contact-person-form-screen.tsx')).ContactPersonEditScreen,
  ),
  screen(
    paths.departments,
    'Departments',
    hospitalRoles,
    async () => (await import('./features/people/department-list-screen.tsx')).DepartmentListScreen,
  ),
  screen(
    paths.departmentCreate,
    'Create Department',
    hospitalRoles,
    async () => (await import('./features/people/department-form-screen.tsx')).DepartmentCreateScreen,
  ),
  screen(
    paths.departmentEdit,
    'Edit Department',
    hospitalRoles,
    async () => (await import('./features/people/department-form-screen.tsx')).DepartmentEditScreen,
  ),
  screen(
    paths.equipment,
    'Equipments',
    hospitalRoles,
    async () => (await import('./features/master-data/equipment-list-screen.tsx')).EquipmentListScreen,
  ),
  screen(
    paths.equipmentCreate,
    'Create Equipment',
    'prompt',
    async () => (await import('./features/master-data/equipment-form-screen.tsx')).EquipmentCreateScreen,
  ),
  screen(
    paths.equipmentEdit,
    'Edit Equipment',
    'prompt',
    async () => (await import('./features/master-data/equipment-form-screen.tsx')).EquipmentEditScreen,
  ),
  screen(
    paths.equipmentMakes,
    'Equipment Makes',
    hospitalRoles,
    async () => (await import('./features/master-data/make-list-screen.tsx')).MakeListScreen,
  ),
  screen(
    paths.equipmentMakeCreate,
    'Create Equipment Make',
    hospitalRoles,
    async () => (await import('./features/master-data/make-form-screen.tsx')).MakeCreateScreen,
  ),
  screen(
    paths.equipmentMakeEdit,
    'Edit Equipment Make',
    hospitalRoles,
    async () => (await import('./features/master-data/make-form-screen.tsx')).MakeEditScreen,
  ),
  screen(
    paths.equipmentModels,
    'Equipment Models',
    hospitalRoles,
    async () => (await import('./features/master-data/model-list-screen.tsx')).ModelListScreen,
  ),
  screen(
    paths.equipmentModelCreate,
    'Create Equipment Model',
    hospitalRoles,
    async () => (await import('./features/master-data/model-form-screen.tsx')).ModelCreateScreen,
  ),
  screen(
    paths.equipmentModelEdit,
    'Edit Equipment Model',
    hospitalRoles,
    async () => (await import('./features/master-data/model-form-screen.tsx')).ModelEditScreen,
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
