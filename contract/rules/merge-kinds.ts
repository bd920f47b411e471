/** Kinds of master data of which two records can be merged. */
export const mergeKinds = ['vendor', 'contactPerson', 'department', 'equipmentType', 'make', 'model'] as const;
export type MergeKind = (typeof mergeKinds)[number];

/** How texts name one record of a kind that can be merged. */
export const mergeNouns: Record<MergeKind, string> = {
  vendor: 'vendor',
  contactPerson: 'contact person',
  department: 'department',
  equipmentType: 'equipment type',
  make: 'make',
  model: 'model',
};
