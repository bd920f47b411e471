import { describe, expect, test } from 'vitest';
import { changesBetween, merge } from '#contract/rules/merge/merge.ts';
import { type EditedKind, recordShapes } from '#contract/rules/merge/records.ts';
import { type Leaf, leafPattern } from '#contract/rules/merge/shape.ts';
import { editedRecords } from '#tests/support/edited-records.ts';
import { deviceLabels } from '#ui/features/device/register/device-values.ts';
import { engineerLabels } from '#ui/features/engineer/engineer-inputs.tsx';
import { equipmentTypeLabels } from '#ui/features/equipment-type/equipment-inputs.tsx';
import { makeLabels } from '#ui/features/equipment-type/make-inputs.tsx';
import { modelLabels } from '#ui/records/model-form.tsx';
import { hospitalLabels } from '#ui/features/hospital/hospital-inputs.tsx';
import { procedureLeafLabels, stepLeafText } from '#ui/features/procedure/edit/step-words.ts';
import { scheduleLabels } from '#ui/features/schedule/schedule-values.ts';
import { warrantyLeafLabels, warrantyText } from '#ui/features/warranty/warranty-words.ts';
import { contactPersonLabels } from '#ui/records/contact-person-form.tsx';
import { departmentLabels } from '#ui/records/department-form.tsx';
import { vendorLabels } from '#ui/records/vendor-form.tsx';
import { type FieldWords, keptWords, leafLabel, leafText } from '#ui/forms/online/leaf-words.ts';

const words: Partial<Record<EditedKind, FieldWords>> = {
  device: { labels: deviceLabels },
  account: { labels: engineerLabels },
  equipmentType: { labels: equipmentTypeLabels },
  make: { labels: makeLabels },
  model: { labels: modelLabels },
  hospital: { labels: hospitalLabels },
  procedure: { labels: procedureLeafLabels, textOf: stepLeafText },
  schedule: { labels: scheduleLabels },
  warranty: { labels: warrantyLeafLabels, textOf: (field, value) => warrantyText(field, value, [], []) },
  contactPerson: { labels: contactPersonLabels },
  department: { labels: departmentLabels },
  vendor: { labels: vendorLabels },
};

const ids = new Set(['id', 'kind', 'measure', 'installationBaseEntityId', 'serialNumber', 'basis', 'unit', 'method']);

/** Returns the record with a different value at each leaf. */
function changed(value: unknown): unknown {
  if (Array.isArray(value))
    return (value as unknown[]).map((item) => (typeof item === 'object' ? changed(item) : item));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, ids.has(name) ? (item as unknown) : changed(item)]),
    );
  }
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' || value === null ? Number(value) + 1 : `${value as string}x`;
}

describe.each(Object.keys(words) as EditedKind[])('a change of a %s', (kind) => {
  test("has the screen's label and a value in words", () => {
    const known = words[kind] ?? { labels: {} };
    const leaves = changesBetween(recordShapes[kind], editedRecords[kind], changed(editedRecords[kind]));
    expect(leaves.length).toBeGreaterThan(0);
    for (const leaf of leaves) {
      if (leaf.part === 'value') expect(known.labels, leafPattern(leaf)).toHaveProperty([leafPattern(leaf)]);
      expect(leafLabel(leaf, known)).not.toMatch(/undefined|object/);
      expect(leafText(leaf, 'theirs', known)).not.toMatch(/undefined|object/);
    }
  });
});

test.each<[string, unknown, string]>([
  [
    'a value',
    { steps: [{ id: 's', title: 'Flow', upper: 42 }] },
    'Steps “Flow”, Upper limit, changed to 42 meanwhile, was kept.',
  ],
  ['a removed item', { steps: [] }, 'Steps “Flow”, removed meanwhile, was kept.'],
  [
    'an added item',
    {
      steps: [
        { id: 's', title: 'Flow', upper: 150 },
        { id: 't', title: 'Alarm' },
      ],
    },
    'Steps “Alarm”, added meanwhile, was kept.',
  ],
])('%s of somebody else is named', (_what, theirs, sentence) => {
  const base = { steps: [{ id: 's', title: 'Flow', upper: 150 }] };
  const taken: Leaf[] = changesBetween(recordShapes.procedure, base, theirs);
  expect(keptWords(taken, words.procedure ?? { labels: {} })).toBe(sentence);
});

test('a change to an item that the other side removed is written out, never counted', () => {
  const base = { steps: [{ id: 's', title: 'Flow', detail: '' }] };
  const theirs = { steps: [{ id: 's', title: 'Flow', detail: 'At 4 l/min' }] };
  const { clashes } = merge(recordShapes.procedure, { base, theirs, mine: { steps: [] } });
  const texts = clashes.map((leaf) => leafText(leaf, 'theirs', words.procedure ?? { labels: {} }));
  expect(texts).toEqual(['How it is done: At 4 l/min']);
  const list: Leaf = { path: ['days'], part: 'value', base: [], theirs: ['Monday', 'Friday'], mine: [], within: [] };
  expect(leafText(list, 'theirs', { labels: {} })).toBe('Monday, Friday');
});

test('an amount is formatted as in its field', () => {
  const [leaf] = changesBetween(
    recordShapes.warranty,
    { terms: { yearlyPrice: 0 } },
    { terms: { yearlyPrice: 100000.5 } },
  );
  expect(leafText(leaf ?? expect.fail('No change.'), 'theirs', words.warranty ?? { labels: {} })).toBe('1,00,000.50');
});
