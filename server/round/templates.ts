import { randomUUID } from 'node:crypto';
import { eq, sql, type SQL } from 'drizzle-orm';
import type { TemplateSummary } from '#contract/calls/round/template.ts';
import type { BodyOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { proposeTemplates, type ProposalFacts } from '#contract/pages/template-proposal.ts';
import { buildRoundList } from '#contract/pages/round-list.ts';
import { hospitalDay, hospitalTime } from '#contract/rules/hospital-day.ts';
import { withPlaces } from '#contract/rules/merge/order.ts';
import { sameKey } from '#contract/rules/text.ts';
import type { Handlers } from '../context.ts';
import { violatedUnique } from '../db/database.ts';
import { department, roundTemplate, roundTemplateDevice } from '../db/schema.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { ApiError, invalidField, unknownRecord } from '../problem.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { presentTemplates } from '../sync/present-work.ts';
import { readDoneToday } from './done-today.ts';
import { finderOf, isLiving, refuseGone } from '../records/living.ts';

type TemplateBody = BodyOf<Calls['createRoundTemplate']>;

const findTemplate = finderOf(roundTemplate, 'template');

/** Lists, creates, changes, retires and restores round templates. */
export const templateHandlers = {
  roundTemplates: ({ hospital, now }) => summaries(hospital, sql`retired_at is null`, now),

  roundDepartments: async ({ hospital }) =>
    hospital.rows<{ id: string; name: string }>(
      sql`select id, name from department where hospital_id = ${hospital.id} and retired_at is null order by name_order, id`,
    ),

  roundSerialsOfDepartment: ({ hospital, params }) =>
    serials(hospital, sql`i.department_id = ${params.id}`, sql`i.serial_order`),

  roundTemplateSerials: async ({ hospital, params }) => {
    const template = await hospital.find(roundTemplate, eq(roundTemplate.id, params.id));
    if (!template) throw unknownRecord('template');
    const place = sql`(select d.position from round_template_device d
      where d.hospital_id = i.hospital_id and d.template_id = ${params.id} and d.device_id = i.id)`;
    return serials(hospital, sql`${place} is not null`, place);
  },

  createRoundTemplate: async ({ body, hospital, now }) => {
    const devices = await resolveDevices(hospital, body);
    await requireDepartment(hospital, body.departmentId ?? null);
    const id = randomUUID();
    await refusingDuplicates(() =>
      hospital.insert(roundTemplate, {
        id,
        name: body.templateName,
        departmentId: body.departmentId ?? null,
        isOrdered: body.isOrdered,
        ...deadlineOf(hospital, body.submitBy ?? '', now),
        createdAt: now,
      }),
    );
    await writeDevices(hospital, id, devices);
    hospital.touch('template', id);
    return summary(hospital, id, now);
  },

  createDepartmentTemplates: async ({ body, hospital, now }) => {
    const made: string[] = [];
    const proposed = proposeTemplates(await gatherProposal(hospital, body.departmentIds));
    const asked = new Set(body.departmentIds);
    for (const { departmentId, templateName: name, deviceIds } of proposed) {
      if (!asked.has(departmentId)) continue;
      const id = randomUUID();
      await refusingDuplicates(() => hospital.insert(roundTemplate, { id, name, departmentId, createdAt: now }));
      await writeDevices(hospital, id, deviceIds);
      made.push(id);
    }
    hospital.touch('template', ...made);
    return {
      templates: await summaries(hospital, sql`id = any(${sql.param(made)}::text[])`, now),
    };
  },

  updateRoundTemplate: async ({ params, body: sent, hospital, now }) => {
    await findTemplate(hospital, params.id, { lock: true });
    const current = await summary(hospital, params.id, now);
    const all = { ...sent, submitBy: sent.submitBy ?? current.submitBy };
    const body = await acceptEdit(hospital, { kind: 'template', sent: all, current, now });
    const devices = await resolveDevices(hospital, body);
    await requireDepartment(hospital, body.departmentId ?? null);
    await refusingDuplicates(() =>
      hospital.update(
        roundTemplate,
        {
          name: body.templateName,
          departmentId: body.departmentId ?? null,
          isOrdered: body.isOrdered,
          ...(body.submitBy !== current.submitBy && deadlineOf(hospital, body.submitBy, now)),
        },
        eq(roundTemplate.id, params.id),
      ),
    );
    await replaceDevices(hospital, params.id, devices);
    hospital.touch('template', params.id);
    return summary(hospital, params.id, now);
  },

  deleteRoundTemplate: async ({ params, hospital, now }) => {
    const changed = await hospital.update(roundTemplate, { retiredAt: now }, isLiving(roundTemplate, params.id));
    if (changed === 0) throw unknownRecord('template');
    hospital.tombstone('template', params.id);
  },

  restoreRoundTemplate: async ({ params, hospital, now }) => {
    const known = await hospital.find(roundTemplate, eq(roundTemplate.id, params.id), { lock: true });
    if (!known) throw unknownRecord('template');
    await refuseGone(hospital, known.name, { department: known.departmentId });
    await refusingDuplicates(() =>
      hospital.update(roundTemplate, { retiredAt: null }, eq(roundTemplate.id, params.id)),
    );
    hospital.touch('template', params.id);
    return summary(hospital, params.id, now);
  },
} satisfies Partial<
  Handlers<
    | 'roundTemplates'
    | 'roundDepartments'
    | 'roundSerialsOfDepartment'
    | 'roundTemplateSerials'
    | 'createRoundTemplate'
    | 'createDepartmentTemplates'
    | 'updateRoundTemplate'
    | 'deleteRoundTemplate'
    | 'restoreRoundTemplate'
  >
>;

/**
 * Gathers the facts needed to propose missing templates. Locks the requested departments: of two concurrent requests,
 * the second finds what the first has created.
 */
async function gatherProposal(scope: HospitalScope, departmentIds: readonly string[]): Promise<ProposalFacts> {
  const known = await scope.rows<{ id: string }>(sql`
    select id from department where hospital_id = ${scope.id} and id = any(${sql.param(departmentIds)}::text[])
      and retired_at is null
    order by id for no key update`);
  const found = new Set(known.map(({ id }) => id));
  if (departmentIds.some((id) => !found.has(id)))
    throw invalidField('departmentIds', 'One of these departments does not exist.');
  return {
    departments: await scope.rows(
      sql`select id, name from department where hospital_id = ${scope.id} and retired_at is null`,
    ),
    devices: await scope.rows(sql`
      select i.id, i.department_id as "departmentId", d.name as "departmentName", i.location,
        i.serial_number as "serialNumber"
      from installation i join department d on d.hospital_id = i.hospital_id and d.id = i.department_id
      where i.hospital_id = ${scope.id} and i.retired_at is null`),
    templates: await scope.rows(sql`
      select t.name, t.department_id as "departmentId", coalesce((
        select array_agg(x.device_id) from round_template_device x
        where x.hospital_id = t.hospital_id and x.template_id = t.id
      ), '{}') as "deviceIds"
      from round_template t where t.hospital_id = ${scope.id} and t.retired_at is null`),
  };
}

async function summary(scope: HospitalScope, id: string, now: Date): Promise<TemplateSummary> {
  const [found] = await summaries(scope, sql`id = ${id} and retired_at is null`, now);
  if (!found) throw unknownRecord('template');
  return found;
}

async function summaries(scope: HospitalScope, where: SQL, now: Date): Promise<TemplateSummary[]> {
  const ids = await scope.rows<{ id: string }>(
    sql`select id from round_template where hospital_id = ${scope.id} and ${where}`,
  );
  const templates = await presentTemplates(
    scope,
    ids.map(({ id }) => id),
  );
  const deviceIds = templates.flatMap((template) => template.deviceIds);
  const devices = await scope.rows<{ id: string; serial: string }>(sql`
    select id, serial_number as serial from installation
    where hospital_id = ${scope.id} and id = any(${sql.param(deviceIds)}::text[]) and retired_at is null`);
  const serialById = new Map(devices.map(({ id, serial }) => [id, serial]));
  const doneToday = await readDoneToday(scope, now);
  return buildRoundList({ templates, serialOf: (id) => serialById.get(id), doneToday });
}

function serials(scope: HospitalScope, where: SQL, orderBy: SQL) {
  return scope.rows<{
    installationBaseId: string;
    equipmentId: string;
    serialNumber: string;
    equipmentName: string;
    make: string;
    model: string;
  }>(sql`
    select i.id as "installationBaseId", i.equipment_id as "equipmentId", i.serial_number as "serialNumber",
      e.name as "equipmentName", k.name as make, m.name as model
    from installation i
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    join equipment_make k on k.hospital_id = i.hospital_id and k.id = i.make_id
    join equipment_model m on m.hospital_id = i.hospital_id and m.id = i.model_id
    where i.hospital_id = ${scope.id} and i.retired_at is null and ${where} order by ${orderBy}`);
}

/** Finds the devices of a template body by id, or else by serial number; in the order of the body, each once. */
async function resolveDevices(scope: HospitalScope, body: TemplateBody): Promise<string[]> {
  const ids = body.serials.flatMap((serial) => serial.installationBaseEntityId ?? []);
  const texts = body.serials.map(({ serialNumber }) => sameKey(serialNumber));
  const rows = await scope.rows<{ id: string; serial: string }>(sql`
    select id, ward_key(serial_number) as serial from installation
    where hospital_id = ${scope.id} and retired_at is null
      and (id = any(${sql.param(ids)}::text[]) or ward_key(serial_number) = any(${sql.param(texts)}::text[]))`);
  const byId = new Set(rows.map(({ id }) => id));
  const bySerial = new Map(rows.map(({ id, serial }) => [serial, id]));
  const found = body.serials.map(({ serialNumber, installationBaseEntityId: id }) =>
    id !== undefined && byId.has(id) ? id : bySerial.get(sameKey(serialNumber)),
  );
  const unknown = body.serials.filter((_serial, place) => found[place] === undefined);
  if (unknown.length > 0) {
    const sentence = `Not installed here: ${unknown.map(({ serialNumber }) => serialNumber).join(', ')}.`;
    throw new ApiError('input.invalid', sentence, { errors: { serials: [sentence] } });
  }
  return [...new Set(found.filter((id) => id !== undefined))];
}

async function requireDepartment(scope: HospitalScope, id: string | null): Promise<void> {
  if (id === null || (await scope.find(department, isLiving(department, id), { lock: true }))) return;
  const sentence = 'This department does not exist.';
  throw new ApiError('input.invalid', sentence, { errors: { departmentId: [sentence] } });
}

async function writeDevices(scope: WriteScope, templateId: string, devices: readonly string[]): Promise<void> {
  await scope.insert(
    roundTemplateDevice,
    devices.map((deviceId, position) => ({ templateId, deviceId, position })),
  );
}

/** Returns the columns of a new time for rounds; one that has passed today counts from tomorrow. */
function deadlineOf({ facts: { timeZone } }: HospitalScope, submitBy: string, now: Date) {
  const hasPassed = submitBy !== '' && hospitalTime(now, timeZone) >= submitBy;
  return { submitBy, ...(hasPassed && { lateToldOn: hospitalDay(now, timeZone) }) };
}

/**
 * Rewrites the devices of a template; a retired device keeps its position in case it is restored. Source:
 * docs/product.md P170.
 */
async function replaceDevices(scope: WriteScope, templateId: string, devices: readonly string[]): Promise<void> {
  const before = await scope.rows<{ id: string; isRetired: boolean }>(sql`
    select d.device_id as id, i.retired_at is not null as "isRetired" from round_template_device d
    join installation i on i.hospital_id = d.hospital_id and i.id = d.device_id
    where d.hospital_id = ${scope.id} and d.template_id = ${templateId} order by d.position`);
  const stay = new Set(devices);
  const kept = before.filter(({ id, isRetired }) => isRetired || stay.has(id)).map(({ id }) => id);
  await scope.remove(roundTemplateDevice, eq(roundTemplateDevice.templateId, templateId));
  await writeDevices(scope, templateId, withPlaces(devices, kept));
}

async function refusingDuplicates<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedUnique(error) !== 'round_template_name') throw error;
    throw new ApiError('record.duplicate', 'A template with this name already exists.');
  }
}
