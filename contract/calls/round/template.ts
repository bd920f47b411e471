import * as z from '../../zod.ts';
import { defineCall } from '../../define.ts';
import { id, idParams, option, requiredText, timeOrNone } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import { givenRevision, sentRevision } from '../../revision.ts';
import { maxTemplateDevices } from '../../rules/walking-order.ts';

export const templateBody = z.object({
  templateName: requiredText('Please enter a template name and select at least one serial number.'),
  departmentId: z.optional(z.nullable(id())),
  serials: z
    .array(z.object({ serialNumber: z.string(), installationBaseEntityId: z.optional(id()) }))
    .check(
      z.minLength(1, 'Please enter a template name and select at least one serial number.'),
      z.maxLength(maxTemplateDevices),
    ),
  /** True if rounds follow the order of the serials; otherwise they are sorted by department, place and serial. */
  isOrdered: z._default(z.boolean(), false),
  /** When a round of the day should be submitted, empty: at any time; without this field, an edit keeps it. */
  submitBy: z.optional(timeOrNone('Please enter a time such as 10:00, or leave it empty.')),
  revision: sentRevision,
});

const templateSerial = z.object({
  installationBaseId: z.string(),
  equipmentId: z.string(),
  serialNumber: z.string(),
  equipmentName: z.string(),
  make: z.string(),
  model: z.string(),
});

const templateSummary = z.object({
  templateId: z.string(),
  templateName: z.string(),
  departmentId: z.nullable(z.string()),
  serials: z.array(z.string()),
  /** The same devices as the form sends them. */
  devices: z.array(z.object({ serialNumber: z.string(), installationBaseEntityId: z.string() })),
  /** Rounds visit the devices in this order. */
  isOrdered: z.boolean(),
  /** Empty: at any time. */
  submitBy: z.string(),
  completedRoundsCount: z.number(),
  lastRoundAt: z.nullable(z.string()),
  /** A round was submitted for the hospital's today. */
  isDoneToday: z.boolean(),
  revision: givenRevision,
});

/** The devices that rounds visit. */
export const roundTemplateCalls = {
  roundTemplates: defineCall({
    method: 'GET',
    path: '/DailyRound/templates',
    summary: 'The round templates of the hospital with their counts',
    access: hospitalRoles,
    answer: z.array(templateSummary),
  }),
  roundDepartments: defineCall({
    method: 'GET',
    path: '/DailyRound/departments',
    summary: 'Departments for the template form',
    access: hospitalRoles,
    answer: z.array(option),
  }),
  roundSerialsOfDepartment: defineCall({
    method: 'GET',
    path: '/DailyRound/serial-numbers/department/:id',
    summary: 'The devices of a department',
    access: hospitalRoles,
    params: idParams,
    answer: z.array(templateSerial),
  }),
  roundTemplateSerials: defineCall({
    method: 'GET',
    path: '/DailyRound/template/:id/serials',
    summary: 'The devices of a template',
    access: hospitalRoles,
    params: idParams,
    answer: z.array(templateSerial),
  }),
  createRoundTemplate: defineCall({
    method: 'POST',
    path: '/DailyRound/template',
    summary: 'Create a round template',
    activity: 'Add a round template',
    access: hospitalRoles,
    body: templateBody,
    answer: templateSummary,
    status: 201,
    errors: ['record.duplicate'],
  }),
  createDepartmentTemplates: defineCall({
    method: 'POST',
    path: '/DailyRound/templates/departments',
    summary: 'Create the missing templates of departments: one each, for those that have devices and no template yet',
    activity: 'Add round templates for departments',
    access: hospitalRoles,
    body: z.object({
      departmentIds: z.array(id()).check(z.minLength(1, 'Please choose a department.'), z.maxLength(2000)),
    }),
    /** The created templates; departments that got one in the meantime are left out. */
    answer: z.object({ templates: z.array(templateSummary) }),
    status: 201,
  }),
  updateRoundTemplate: defineCall({
    method: 'PUT',
    path: '/DailyRound/template/:id',
    summary: 'Change a round template; its past rounds stay',
    activity: 'Change a round template',
    access: hospitalRoles,
    params: idParams,
    body: templateBody,
    answer: templateSummary,
    errors: ['record.duplicate', 'record.unknown', 'record.conflict'],
  }),
  deleteRoundTemplate: defineCall({
    method: 'DELETE',
    path: '/DailyRound/template/:id',
    summary: 'Retire a round template; its past rounds stay',
    activity: 'Delete a round template',
    access: hospitalRoles,
    params: idParams,
    status: 204,
    errors: ['record.unknown'],
  }),
  restoreRoundTemplate: defineCall({
    method: 'POST',
    path: '/DailyRound/template/:id/restore',
    summary: 'Undo the retirement of a round template',
    activity: 'Restore a round template',
    access: hospitalRoles,
    params: idParams,
    answer: templateSummary,
    errors: ['record.unknown', 'record.gone'],
  }),
};

/** A round template with its counts. */
export type TemplateSummary = z.output<typeof templateSummary>;
