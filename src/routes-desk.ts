import { adminOnly, auditReaders, hospitalRoles } from '#contract/permissions.ts';
import { paths } from './paths.ts';
import { screen, type ScreenRoute } from './route.ts';

/** Session, people, master data and dashboards. Source: document 1, section 2. */
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
];
