import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { id } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';

/** Kinds of master data of which two records can be merged. */
export const mergeKinds = ['vendor', 'contactPerson', 'department', 'equipmentType', 'make', 'model'] as const;
export type MergeKind = (typeof mergeKinds)[number];

const mergeParams = z.object({ kind: z.enum(mergeKinds, { error: 'This kind cannot be merged.' }), id: id() });
const merged = z.object({ id: z.string(), intoId: z.string() });

export const mergeCalls = {
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
    summary: 'Merge a record into another one of its kind; everything that names it names the other one',
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
