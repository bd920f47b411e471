import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { DepartmentRow } from '#contract/calls/department.ts';
import type { Handlers } from '../context.ts';
import { refusingTakenName, touchDevices } from '../records/named-record.ts';
import { namedPage } from '../records/page.ts';
import { department } from '../db/schema.ts';
import { lockRegister } from '../device/add-devices.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { withRevision } from '../records/revision.ts';
import { finderOf, refuseMerged } from '../records/living.ts';
import { refuseInUse } from '../records/uses.ts';

const refusingTaken = <T>(write: () => Promise<T>): Promise<T> =>
  refusingTakenName('department_name', 'A department with this name already exists.', write);

const findDepartment = finderOf(department, 'department');

/** Departments: the places where devices are installed. */
export const departmentHandlers = {
  departmentPage: namedPage<DepartmentRow>((hospital) => ({
    from: sql`department x where x.hospital_id = ${hospital.id} and x.retired_at is null`,
    columns: sql`x.id, x.name, x.location`,
  })),

  department: async ({ params, hospital }) => presentDepartment(await findDepartment(hospital, params.id)),

  createDepartment: async ({ body, hospital, now }) => {
    const { name, location } = body;
    const row = { id: randomUUID(), name, location };
    await refusingTaken(() => hospital.insert(department, { ...row, createdAt: now }));
    hospital.touch('department', row.id);
    return presentDepartment(row);
  },

  updateDepartment: async ({ params, body: sent, hospital, now }) => {
    const known = await findDepartment(hospital, params.id, { lock: true });
    const body = await acceptEdit(hospital, { kind: 'department', sent, current: presentDepartment(known), now });
    const { name, location } = body;
    await refusingTaken(() => hospital.update(department, { name, location }, eq(department.id, known.id)));
    hospital.touch('department', known.id);
    if (name !== known.name) await touchDevices(hospital, sql`i.department_id = ${known.id}`);
    return presentDepartment({ id: known.id, name, location });
  },

  deleteDepartment: async ({ params, hospital, now }) => {
    await lockRegister(hospital);
    const known = await findDepartment(hospital, params.id, { lock: true });
    await refuseInUse(hospital, 'department', known);
    await hospital.update(department, { retiredAt: now }, eq(department.id, known.id));
    hospital.tombstone('department', known.id);
  },

  restoreDepartment: async ({ params, hospital }) => {
    await refuseMerged(hospital, department, params.id);
    await refusingTaken(() => hospital.update(department, { retiredAt: null }, eq(department.id, params.id)));
    const known = await findDepartment(hospital, params.id);
    hospital.touch('department', known.id);
    return presentDepartment(known);
  },
} satisfies Handlers<
  'departmentPage' | 'department' | 'createDepartment' | 'updateDepartment' | 'deleteDepartment' | 'restoreDepartment'
>;

function presentDepartment({ id, name, location }: DepartmentRow) {
  return withRevision({ id, name, location });
}
