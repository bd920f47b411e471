import * as z from '../../zod.ts';
import { defineCall } from '../../define.ts';
import { idParams, localDate, pageOf, pageQuery } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import { confirmations, entryStatuses } from '../../records/observation.ts';
import { missingReasons, ticketStatuses } from '../../records/values.ts';

/** A submitted round in a list. */
const roundRow = z.object({
  roundId: z.string(),
  templateId: z.string(),
  /** Null on a tablet whose template is gone; never on the server. */
  templateName: z.nullable(z.string()),
  /** The hospital's day that it counts for. */
  on: z.string(),
  submittedAt: z.string(),
  /** The time that the tablet showed, if the time is an estimate. */
  tabletTime: z.optional(z.string()),
  by: z.string(),
  operational: z.number(),
  needsAttention: z.number(),
  notWorking: z.number(),
  notSeen: z.number(),
});

const entryPhoto = z.object({
  sha256: z.string(),
  name: z.string(),
  mime: z.string(),
  size: z.number(),
  /** Its bytes are on the server. */
  received: z.boolean(),
  /** Its bytes will not arrive, because the tablet could not store them. */
  missing: z.optional(z.enum(missingReasons)),
});

/** The observation of one device in a round, as its page shows it. */
const pageEntry = z.object({
  deviceId: z.string(),
  equipmentName: z.string(),
  serialNumber: z.string(),
  departmentName: z.string(),
  location: z.string(),
  status: z.enum(entryStatuses),
  description: z.string(),
  notSeenReason: z.nullable(z.string()),
  confirmedBy: z.enum(confirmations),
  /** Null if a tablet does not keep it; never null on the server. */
  observedAt: z.nullable(z.string()),
  photos: z.array(entryPhoto),
  /** All that is kept is that the device was working. Source: docs/product.md P284. */
  isReduced: z.optional(z.boolean()),
  /** Tickets that were reported for it on the day of the round. */
  tickets: z.array(z.object({ id: z.string(), ticketNumber: z.string(), status: z.enum(ticketStatuses) })),
});

const roundPage = z.extend(roundRow, {
  entries: z.array(pageEntry),
  /** Entries that the tablet does not hold; 0 on the server. */
  missing: z.number(),
});

/** Counts of one day. */
const chartPoint = z.object({
  label: z.string(),
  operational: z.number(),
  needsAttention: z.number(),
  notWorking: z.number(),
});

/** Reads submitted rounds. */
export const roundReadCalls = {
  roundsOfTemplate: defineCall({
    method: 'GET',
    path: '/DailyRound/template/:id/rounds',
    summary: 'The submitted rounds of a template, the latest first; retired templates included',
    access: hospitalRoles,
    params: idParams,
    query: z.omit(pageQuery, { search: true }),
    answer: pageOf(roundRow),
    errors: ['record.unknown'],
  }),
  roundPage: defineCall({
    method: 'GET',
    path: '/DailyRound/round/:id',
    summary: 'A submitted round: each device with what was found, how it was confirmed, photos and tickets',
    access: hospitalRoles,
    params: idParams,
    answer: roundPage,
    errors: ['record.unknown'],
  }),
  roundChart: defineCall({
    method: 'GET',
    path: '/DailyRound/chart-data',
    summary: 'Counts of round entries by day',
    access: hospitalRoles,
    query: z.object({
      range: z._default(z.enum(['last7days', 'last30days', 'last90days', 'custom']), 'last7days'),
      fromDate: z.optional(localDate()),
      toDate: z.optional(localDate()),
    }),
    answer: z.array(chartPoint),
  }),
};

/** A submitted round in a list. */
export type RoundRow = z.output<typeof roundRow>;
/** A submitted round with its devices. */
export type RoundPage = z.output<typeof roundPage>;
/** The observation of one device in a round. */
export type RoundPageEntry = z.output<typeof pageEntry>;
