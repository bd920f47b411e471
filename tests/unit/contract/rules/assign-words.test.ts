import { expect, it } from 'vitest';
import { assignWords } from '#contract/rules/assign-words.ts';

const names = new Map([
  ['asha', 'Asha Rao'],
  ['imran', 'Imran Shaikh'],
]);
const words = (held: readonly (string | null)[], chosen: string) =>
  assignWords(
    held.map((technicianId) => ({ technicianId })),
    chosen,
    (id) => names.get(id) ?? '',
  );

it.each([
  [
    ['imran', null, 'asha', 'imran'],
    '',
    '4 tasks change: 2 from Imran Shaikh, 1 from Asha Rao and 1 without a technician.',
  ],
  [
    ['imran', null, 'asha', 'imran'],
    'asha',
    '3 tasks change: 2 from Imran Shaikh and 1 without a technician. 1 task is already assigned to Asha Rao.',
  ],
  [[null], 'asha', '1 task changes: 1 without a technician.'],
  [['asha', 'asha'], 'asha', 'No tasks will change. 2 tasks are already assigned to Asha Rao.'],
] as const)('P294: tasks of %j, given to "%s": %s', (held, chosen, said) => {
  expect(words(held, chosen)).toBe(said);
});
