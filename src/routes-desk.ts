import { adminOnly, auditReaders, hospitalRoles, officeOnly } from '#contract/permissions.ts';
import { paths } from './paths.ts';
import { screen, type ScreenRoute } from './route.ts';

/** Session, engineers, master data and dashboards. Source: docs/product.md P4. */
export const deskRoutes: readonly ScreenRoute[] = [
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
    async () => (await import('./features/admin-dashboard/admin-dashboard-screen.tsx')).AdminDashboardScreen,
  ),
  screen(
    paths.hospitals,
    'Hospitals',
    adminOnly,
    async () => (await import('./features/hospital/hospital-list-screen.tsx')).HospitalListScreen,
  ),
  screen(
    paths.hospitalAdd,
    'Create Hospital',
    adminOnly,
    async () => (await import('./features/hospital/hospital-form-screen.tsx')).HospitalCreateScreen,
  ),
  screen(
    paths.hospitalEdit,
    'Edit Hospital',
    adminOnly,
    async () => (await import('./features/hospital/hospital-form-screen.tsx')).HospitalEditScreen,
  ),
  screen(
    paths.hospitalFirstHour,
    'First hour',
    adminOnly,
    async () => (await import('./features/first-hour/first-hour-screen.tsx')).AdminFirstHourScreen,
  ),
  screen(
    paths.firstHour,
    'First hour',
    officeOnly,
    async () => (await import('./features/first-hour/first-hour-screen.tsx')).OfficeFirstHourScreen,
  ),
  screen(
    paths.bmeDashboard,
    'Dashboard',
    hospitalRoles,
    async () => (await import('./features/dashboard/bme-dashboard-screen.tsx')).BmeDashboardScreen,
  ),
  screen(
    paths.engineers,
    'BME Accounts',
    hospitalRoles,
    async () => (await import('./features/engineer/engineer-list-screen.tsx')).EngineerListScreen,
  ),
  screen(
    paths.engineerCreate,
    'Create BME Account',
    hospitalRoles,
    async () => (await import('./features/engineer/engineer-create-screen.tsx')).EngineerCreateScreen,
  ),
  screen(
    paths.engineerEdit,
    'Edit BME Account',
    hospitalRoles,
    async () => (await import('./features/engineer/engineer-edit-screen.tsx')).EngineerEditScreen,
  ),
  screen(
    paths.vendors,
    'Vendor List',
    hospitalRoles,
    async () => (await import('./features/vendor/vendor-list-screen.tsx')).VendorListScreen,
  ),
  screen(
    paths.vendorCreate,
    'Create Vendor',
    hospitalRoles,
    async () => (await import('./features/vendor/vendor-form-screen.tsx')).VendorCreateScreen,
  ),
  screen(
    paths.vendorEdit,
    'Edit Vendor',
    hospitalRoles,
    async () => (await import('./features/vendor/vendor-form-screen.tsx')).VendorEditScreen,
  ),
  screen(
    paths.contactPersons,
    'Contact Persons',
    hospitalRoles,
    async () => (await import('./features/contact-person/contact-person-list-screen.tsx')).ContactPersonListScreen,
  ),
  screen(
    paths.contactPersonAdd,
    'Create Contact Person',
    hospitalRoles,
    async () => (await import('./features/contact-person/contact-person-form-screen.tsx')).ContactPersonCreateScreen,
  ),
  screen(
    paths.contactPersonEdit,
    'Edit Contact Person',
    hospitalRoles,
    async () => (await import('./features/contact-person/contact-person-form-screen.tsx')).ContactPersonEditScreen,
  ),
  screen(
    paths.departments,
    'Departments',
    hospitalRoles,
    async () => (await import('./features/department/department-list-screen.tsx')).DepartmentListScreen,
  ),
  screen(
    paths.departmentCreate,
    'Create Department',
    hospitalRoles,
    async () => (await import('./features/department/department-form-screen.tsx')).DepartmentCreateScreen,
  ),
  screen(
    paths.departmentEdit,
    'Edit Department',
    hospitalRoles,
    async () => (await import('./features/department/department-form-screen.tsx')).DepartmentEditScreen,
  ),
  screen(
    paths.equipmentTypes,
    'Equipments',
    hospitalRoles,
    async () => (await import('./features/equipment-type/equipment-list-screen.tsx')).EquipmentTypeListScreen,
  ),
  screen(
    paths.equipmentTypeCreate,
    'Create Equipment',
    'prompt',
    async () => (await import('./features/equipment-type/equipment-form-screen.tsx')).EquipmentTypeCreateScreen,
  ),
  screen(
    paths.equipmentTypeEdit,
    'Edit Equipment',
    'prompt',
    async () => (await import('./features/equipment-type/equipment-form-screen.tsx')).EquipmentTypeEditScreen,
  ),
  screen(
    paths.equipmentMakes,
    'Equipment Makes',
    hospitalRoles,
    async () => (await import('./features/equipment-type/make-list-screen.tsx')).MakeListScreen,
  ),
  screen(
    paths.equipmentMakeCreate,
    'Create Equipment Make',
    hospitalRoles,
    async () => (await import('./features/equipment-type/make-form-screen.tsx')).MakeCreateScreen,
  ),
  screen(
    paths.equipmentMakeEdit,
    'Edit Equipment Make',
    hospitalRoles,
    async () => (await import('./features/equipment-type/make-form-screen.tsx')).MakeEditScreen,
  ),
  screen(
    paths.equipmentModels,
    'Equipment Models',
    hospitalRoles,
    async () => (await import('./features/equipment-type/model-list-screen.tsx')).ModelListScreen,
  ),
  screen(
    paths.equipmentModelCreate,
    'Create Equipment Model',
    hospitalRoles,
    async () => (await import('./features/equipment-type/model-form-screen.tsx')).ModelCreateScreen,
  ),
  screen(
    paths.equipmentModelEdit,
    'Edit Equipment Model',
    hospitalRoles,
    async () => (await import('./features/equipment-type/model-form-screen.tsx')).ModelEditScreen,
  ),
];
