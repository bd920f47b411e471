import { formatSlashDay } from '#contract/rules/dates-format.ts';

/** The labels of the fields of a warranty. */
export const warrantyLabels = {
  warrantyNumber: 'Warranty Number',
  equipmentId: 'Equipment',
  makeId: 'Make',
  pmFrequency: 'PM Frequency',
  pmCount: 'PM Count',
  warrantyStartDate: 'Warranty Start Date',
  warrantyDurationInYear: 'Warranty Duration (years)',
  selectedSerials: 'Selected Serial Numbers',
  pastWork: 'PM before today',
  lastPmDate: 'Last PM date',
};

interface Named {
  id: string;
  name: string;
}

function serialOf(one: unknown): string {
  return typeof one === 'object' && one !== null && 'serialNumber' in one ? String(one.serialNumber) : '';
}

/** A field's value in words, where it is no plain text. */
export function warrantyText(
  field: string,
  value: unknown,
  equipment: readonly (Named & { makes: readonly Named[] })[],
): string | undefined {
  const named = (known: readonly Named[]) => known.find(({ id }) => id === value)?.name;
  if (field === 'equipmentId') return named(equipment);
  if (field === 'makeId') return named(equipment.flatMap(({ makes }) => makes));
  if (field === 'warrantyStartDate' && typeof value === 'string' && value !== '') return formatSlashDay(value);
  if (field === 'selectedSerials' && Array.isArray(value)) return value.map(serialOf).join(', ');
  return undefined;
}
