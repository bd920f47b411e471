import { hospitalRoles } from '#contract/permissions.ts';
import { paths } from './paths.ts';
import { screen, type ScreenRoute } from './route.ts';

/** Vendors, departments, equipment, procedures and testers: what devices and work refer to. Source: docs/product.md P4. */
export const registerRoutes: readonly ScreenRoute[] = [
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
    paths.vendor,
    'Vendor',
    hospitalRoles,
    async () => (await import('./features/vendor/vendor-screen.tsx')).VendorScreen,
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
  screen(
    paths.procedures,
    'Procedures',
    hospitalRoles,
    async () => (await import('./features/procedure/procedure-list-screen.tsx')).ProcedureListScreen,
  ),
  screen(
    paths.procedureCreate,
    'Create Procedure',
    hospitalRoles,
    async () => (await import('./features/procedure/edit/procedure-form-screen.tsx')).ProcedureCreateScreen,
  ),
  screen(
    paths.procedureEdit,
    'Edit Procedure',
    hospitalRoles,
    async () => (await import('./features/procedure/edit/procedure-form-screen.tsx')).ProcedureEditScreen,
  ),
  screen(
    paths.testers,
    'Testers',
    hospitalRoles,
    async () => (await import('./features/tester/tester-list-screen.tsx')).TesterListScreen,
  ),
  screen(
    paths.testerCreate,
    'Create Tester',
    hospitalRoles,
    async () => (await import('./features/tester/tester-form-screen.tsx')).TesterCreateScreen,
  ),
  screen(
    paths.testerEdit,
    'Edit Tester',
    hospitalRoles,
    async () => (await import('./features/tester/tester-form-screen.tsx')).TesterEditScreen,
  ),
  screen(
    paths.tester,
    'Tester',
    hospitalRoles,
    async () => (await import('./features/tester/tester-screen.tsx')).TesterScreen,
  ),
];
