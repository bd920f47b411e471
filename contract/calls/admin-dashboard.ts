import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { adminOnly } from '../permissions.ts';

const hospitalFigures = z.object({
  id: z.string(),
  name: z.string(),
  city: z.string(),
  state: z.string(),
  isActive: z.boolean(),
  numberOfBMEAdded: z.number(),
  numberOfBMEAssigned: z.number(),
  installedDevices: z.number(),
  openTickets: z.number(),
  /** Units: megabytes. */
  storage: z.object({ usedMB: z.number(), quotaMB: z.number() }),
  /** The last write by its users; null when there is none yet. */
  lastActivityAt: z.nullable(z.string()),
});

export const adminDashboardCalls = {
  adminDashboard: defineCall({
    method: 'GET',
    path: '/AdminDashboard',
    summary: 'Each hospital with its BME quota, installed devices, open tickets and last activity',
    access: adminOnly,
    answer: z.array(hospitalFigures),
  }),
};

/** A hospital in figures. */
export type HospitalFigures = z.output<typeof hospitalFigures>;
