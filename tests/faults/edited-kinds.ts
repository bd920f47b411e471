import type { CallName } from '#contract/index.ts';
import type { EditedKind } from '#contract/rules/merge/records.ts';
import type { Fields } from '#tests/support/edited-leaves.ts';
import type { Seeded } from './seeded.ts';

type Act = (values: Fields, random: Seeded, word: string) => Fields;

/** How records of a kind are made, read and saved, and what people change in them. */
interface EditedCalls {
  make?: CallName;
  read: CallName;
  update: CallName;
  acts: readonly Act[];
  /** The record in what the call that reads it answers. */
  recordIn?: (answer: unknown, id: string) => Fields;
}

const text =
  (field: string, form: (word: string) => string = (word) => word): Act =>
  (values, _random, word) => ({ ...values, [field]: form(word) });
const number =
  (field: string, least = 1, most = 90): Act =>
  (values, random) => ({ ...values, [field]: least + random.below(most - least + 1) });
const within =
  (field: string, acts: readonly Act[]): Act =>
  (values, random, word) => ({ ...values, [field]: random.pick(acts)(values[field] as Fields, random, word) });
/** Changes the list of a field: one item, or its order. */
const list =
  (field: string, change: (items: readonly Fields[], random: Seeded, word: string) => readonly unknown[]): Act =>
  (values, random, word) => ({ ...values, [field]: change(values[field] as readonly Fields[], random, word) });
const reordered = (items: readonly Fields[], random: Seeded) => {
  const at = random.below(items.length);
  return [...items.slice(at), ...items.slice(0, at)];
};
const itemText =
  (field: string) =>
  (items: readonly Fields[], random: Seeded, word: string): readonly unknown[] => {
    const at = random.below(items.length);
    return items.map((item, place) => (place === at ? { ...item, [field]: word } : item));
  };

/** Every kind of record that a form edits. */
export const editedCalls: Readonly<Record<EditedKind, EditedCalls>> = {
  device: {
    make: 'createDevices',
    read: 'installation',
    update: 'updateDevice',
    acts: [text('location'), text('serialNumber'), number('price', 1, 9000)],
  },
  vendor: { make: 'createVendor', read: 'vendor', update: 'updateVendor', acts: [text('name'), text('location')] },
  contactPerson: {
    make: 'createContactPerson',
    read: 'contactPerson',
    update: 'updateContactPerson',
    acts: [text('name'), text('phone'), text('designation')],
  },
  department: {
    make: 'createDepartment',
    read: 'department',
    update: 'updateDepartment',
    acts: [text('name'), text('location')],
  },
  equipmentType: {
    make: 'createEquipmentType',
    read: 'equipment',
    update: 'updateEquipmentType',
    acts: [text('name'), text('description')],
  },
  make: { make: 'createMake', read: 'make', update: 'updateMake', acts: [text('name'), list('equipment', reordered)] },
  model: { make: 'createModel', read: 'model', update: 'updateModel', acts: [text('name')] },
  procedure: {
    make: 'createProcedure',
    read: 'procedure',
    update: 'updateProcedure',
    acts: [
      text('name'),
      list('steps', itemText('title')),
      list('steps', itemText('detail')),
      list('steps', reordered),
      list('steps', (items, random, word) =>
        items.length < 4
          ? [...items, { id: word, kind: 'look', title: word, detail: '' }]
          : items.toSpliced(random.below(items.length), 1),
      ),
    ],
  },
  schedule: {
    make: 'createSchedule',
    read: 'schedule',
    update: 'updateSchedule',
    acts: [text('title'), text('longerReason'), text('longerApprover'), number('windowDays', 1, 30)],
  },
  template: {
    make: 'createRoundTemplate',
    read: 'roundTemplates',
    update: 'updateRoundTemplate',
    acts: [
      text('templateName'),
      list('serials', reordered),
      (values) => ({ ...values, isOrdered: !values['isOrdered'] }),
      (values, random) => ({ ...values, submitBy: random.pick(['', '07:30', '10:00', '16:45']) }),
    ],
    recordIn: (answer, id) => {
      const found = (answer as Fields[]).find(({ templateId }) => templateId === id) ?? {};
      return { ...found, serials: found['devices'] };
    },
  },
  warranty: {
    make: 'saveWarranty',
    read: 'warranty',
    update: 'updateWarranty',
    acts: [
      text('notes'),
      text('contactName'),
      text('phone'),
      within('terms', [text('exclusions'), number('responseHours'), number('repairDays'), number('noticeDays')]),
    ],
  },
  tester: {
    make: 'createTester',
    read: 'tester',
    update: 'updateTester',
    acts: [text('name'), text('serialNumber'), text('laboratory'), text('uncertainty'), text('range')],
  },
  reportSettings: {
    read: 'reportSettings',
    update: 'updateReportSettings',
    acts: [text('helpline'), text('labelLine'), number('keepDays', 1, 900)],
  },
  noticeSettings: {
    read: 'noticeSettings',
    update: 'updateNoticeSettings',
    acts: [number('criticalMinutes'), number('highMinutes'), number('mediumHours'), number('lowDays', 1, 60)],
  },
  holidays: {
    read: 'holidays',
    update: 'updateHolidays',
    acts: [
      list('days', (days, random, word) => [
        ...days.filter(({ on }) => on !== '2026-08-15'),
        ...(random.chance(0.7) ? [{ on: '2026-08-15', name: word }] : []),
      ]),
      list('days', (days, _random, word) => [
        ...days.filter(({ on }) => on !== '2026-10-02'),
        { on: '2026-10-02', name: word },
      ]),
    ],
  },
  duty: {
    read: 'dutyTable',
    update: 'updateDutyTable',
    // The world begins with one shift and one leave.
    acts: [
      list('shifts', (shifts, random) => shifts.map((shift) => ({ ...shift, days: [1 + random.below(7)] }))),
      list('leave', (leave, random) => [
        ...leave.slice(0, 1),
        { ...leave[0], id: random.pick(['one', 'two', 'three']) },
      ]),
    ],
  },
  figureSettings: {
    read: 'figureSettings',
    update: 'updateFigureSettings',
    acts: [number('restrictiveWeight'), number('roundsTarget'), number('completionTarget')],
  },
  hospital: {
    make: 'createHospital',
    read: 'hospital',
    update: 'updateHospital',
    acts: [text('name'), text('phone'), text('address'), number('numberOfBeds')],
  },
  account: {
    make: 'createEngineer',
    read: 'bme',
    update: 'updateEngineer',
    acts: [text('name'), text('phone'), text('email', (word) => `${word.toLowerCase()}@desks.test`)],
  },
};

/** Returns a record with the field names of its form. */
export const asForm = (record: Fields): Fields =>
  Array.isArray(record['devices']) ? { ...record, serials: record['devices'] } : record;
