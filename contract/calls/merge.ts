import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { id } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import { mergeKinds } from '../rules/merge-kinds.ts';

/** Kinds of records that are listed as possible duplicates; those that cannot be merged are corrected in their form. */
export const duplicateKinds = [...mergeKinds, 'device', 'agreement', 'procedure', 'tester'] as const;
export type DuplicateKind = (typeof duplicateKinds)[number];

const mergeParams = z.object({ kind: z.enum(mergeKinds, { error: 'This kind cannot be merged.' }), id: id() });
const duplicateParams = z.object({ kind: z.enum(duplicateKinds, { error: 'This kind has no duplicates.' }) });
const duplicate = z.object({
  id: z.string(),
  name: z.string(),
  /** What distinguishes it from the others; empty if nothing does. */
  detail: z.string(),
  /** Installed devices that name it. */
  devices: z.number(),
});

/** A record that may be the same as another one. */
export type Duplicate = z.output<typeof duplicate>;

const merged = z.object({ id: z.string(), intoId: z.string() });

export const mergeCalls = {
  possibleDuplicates: defineCall({
    method: 'GET',
    path: '/Duplicates/:kind',
    summary: 'Records in use whose names or numbers count as the same',
    access: hospitalRoles,
    params: duplicateParams,
    answer: z.array(z.array(duplicate)),
  }),
  recentMerges: defineCall({
    method: 'GET',
    path: '/Merge/:kind/:id',
    summary: 'Merges into a record that can still be undone',
    access: hospitalRoles,
    params: mergeParams,
    answer: z.array(z.object({ id: z.string(), name: z.string(), mergedAt: z.string() })),
  }),
  mergeRecords: defineCall({
    method: 'POST',
    path: '/Merge/:kind/:id',
    summary: 'Merge a record into another of the same kind; everything that named it then names the other',
    activity: 'Merge two records',
    access: hospitalRoles,
    params: mergeParams,
    body: z.object({ intoId: id('Please choose a record.') }),
    answer: merged,
    errors: ['record.unknown', 'record.in_use'],
  }),
  undoMerge: defineCall({
    method: 'POST',
    path: '/Merge/:kind/:id/undo',
    summary: 'Undo a merge of the last hour',
    activity: 'Undo a merge',
    access: hospitalRoles,
    params: mergeParams,
    answer: merged,
    errors: ['record.unknown', 'record.gone', 'record.duplicate'],
  }),
};
