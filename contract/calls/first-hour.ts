import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { idParams } from '../fields.ts';
import { adminOnly, officeOnly } from '../permissions.ts';

const facts = z.object({
  officeHasSignedIn: z.boolean(),
  devices: z.number(),
  departments: z.number(),
  departmentsWithTemplate: z.number(),
  templates: z.number(),
  scannedDevices: z.number(),
  engineers: z.number(),
  engineersSignedIn: z.number(),
  tablets: z.number(),
  rounds: z.number(),
  /** The office has decided whether wards report faults from labels. */
  reportsDecided: z.boolean(),
});

/** A hospital on its way to the first round. */
const firstHour = z.object({ hospitalId: z.string(), hospitalName: z.string(), officeEmail: z.string(), facts });

export const firstHourCalls = {
  firstHour: defineCall({
    method: 'GET',
    path: '/FirstHour',
    summary: 'How far this hospital has been set up, from its records',
    access: officeOnly,
    answer: firstHour,
  }),
  hospitalFirstHour: defineCall({
    method: 'GET',
    path: '/FirstHour/:id',
    summary: 'How far a hospital is set up, from its records',
    access: adminOnly,
    params: idParams,
    answer: firstHour,
    errors: ['record.unknown'],
  }),
};

/** A hospital on its way to the first round. */
export type FirstHour = z.output<typeof firstHour>;
