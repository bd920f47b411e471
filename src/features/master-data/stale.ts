/** Equipment, makes and models name each other: a change of one makes all their reads load again. */
export const stale = [
  'equipmentPage',
  'equipment',
  'equipmentAll',
  'equipmentDropdown',
  'makePage',
  'make',
  'modelPage',
  'model',
  'modelMakes',
  'modelEquipmentsByMake',
] as const;
