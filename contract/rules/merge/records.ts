import { isObject } from './same.ts';
import type { ItemsShape, Shape } from './shape.ts';
import { sameKey } from '../text.ts';

function field(item: unknown, name: string): string {
  const value = isObject(item) ? item[name] : undefined;
  return typeof value === 'string' ? value : '';
}

const byField = (name: string, more: Pick<ItemsShape, 'item' | 'isOrdered'>): ItemsShape => ({
  as: 'items',
  idOf: (item) => field(item, name),
  ...more,
});

/** Devices as forms send them, by id or else by serial number. */
const serials = (isOrdered: boolean): ItemsShape => ({
  as: 'items',
  idOf: (item) => field(item, 'installationBaseEntityId') || sameKey(field(item, 'serialNumber')),
  item: { as: 'identity' },
  isOrdered,
});

const measured = ['nominal', 'lower', 'upper', 'source'];
const hours = ['workDays', 'hoursFrom', 'hoursTo'];

/** How two edits of each kind of record are compared. Source: docs/product.md P171. */
export const recordShapes = {
  device: {
    as: 'fields',
    governs: {
      vendorId: ['serviceContactId', 'salesContactId'],
      calibrationRequired: ['calibrationFrequency', 'calibrationCount'],
    },
  },
  vendor: { as: 'fields', fields: { types: { as: 'joined' } } },
  contactPerson: { as: 'fields' },
  department: { as: 'fields' },
  equipmentType: { as: 'fields' },
  make: { as: 'fields', fields: { equipment: byField('id', { item: { as: 'identity' }, isOrdered: false }) } },
  model: { as: 'fields', governs: { equipmentMakeId: ['equipmentId'] } },
  procedure: {
    as: 'fields',
    fields: {
      steps: byField('id', {
        isOrdered: true,
        item: {
          as: 'fields',
          variant: 'kind',
          governs: { unit: measured, method: measured, isConfirmed: measured },
        },
      }),
    },
  },
  schedule: {
    as: 'fields',
    governs: {
      target: ['targetId'],
      unit: ['every'],
      makerUnit: ['makerEvery'],
      start: ['firstDueOn', 'lastDoneOn'],
      ends: ['endsOn', 'count'],
      doneBy: ['vendorId'],
    },
  },
  template: { as: 'fields', fields: { serials: serials(true) } },
  warranty: {
    as: 'fields',
    fields: {
      selectedSerials: serials(false),
      terms: {
        as: 'fields',
        fields: {
          window: { as: 'fields', governs: { hours: [...hours, 'onHolidays'] } },
          penalties: byField('measure', {
            isOrdered: false,
            item: {
              as: 'fields',
              fields: { steps: { as: 'value' } },
              governs: { basis: ['steps', 'cap', 'doublesAfterDays'], unit: ['steps', 'cap', 'doublesAfterDays'] },
            },
          }),
        },
        governs: { uptimePer: ['uptimePercent'] },
      },
    },
    governs: {
      equipmentId: ['makeId', 'selectedSerials'],
      makeId: ['selectedSerials'],
      pmFrequency: ['pmCount'],
      warrantyDurationInYear: ['warrantyExtraMonths'],
    },
  },
  tester: {
    as: 'fields',
    governs: { certificateNumber: ['dueOn', 'laboratory', 'calibratedOn', 'uncertainty', 'range'] },
  },
  holidays: { as: 'fields', fields: { days: byField('on', { isOrdered: false }) } },
  duty: {
    as: 'fields',
    fields: { shifts: byField('id', { isOrdered: false }), leave: byField('id', { isOrdered: false }) },
  },
  figureSettings: {
    as: 'fields',
    fields: { endSteps: { as: 'places' } },
    governs: { facilityKind: ['availabilityTarget'], hours },
  },
  hospital: { as: 'fields', governs: { stateId: ['cityId'] } },
  account: { as: 'fields' },
  reportSettings: { as: 'fields' },
  noticeSettings: { as: 'fields', governs: { quietFrom: ['quietTo'] } },
} as const satisfies Record<string, Shape>;

/** The kinds of records that forms edit. */
export type EditedKind = keyof typeof recordShapes;
