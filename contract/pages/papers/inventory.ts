import type { DeviceRecord } from '../../records/ward.ts';
import { formatShortDay } from '../../rules/dates-format.ts';
import { statusOf } from '../../rules/device-status.ts';
import type { LocalDay } from '../../rules/hospital-day.ts';
import { lastCover } from '../../rules/warranty-cover.ts';
import { byDepartment } from './by-department.ts';
import { dayValue, type Paper, type PaperColumn } from './paper.ts';
import { sameKey } from '../../rules/text.ts';

/** The filters of the inventory; an empty text filters nothing. */
export interface InventoryChoice {
  department: string;
  /** Name of the equipment type. */
  type: string;
}

const columns: readonly PaperColumn[] = [
  { header: '#', width: 3 },
  { header: 'Equipment', width: 14 },
  { header: 'Make and model', width: 14 },
  { header: 'Serial number', width: 11 },
  { header: 'Location', width: 9 },
  { header: 'Installed', width: 8 },
  { header: 'Warranty until', width: 8 },
  { header: 'Next maintenance', width: 8 },
  { header: 'Status', width: 9 },
];

/** Builds the inventory: the devices in use, with a table for each department. */
export function inventoryPaper(
  devices: readonly DeviceRecord[],
  { department, type }: InventoryChoice,
  today: LocalDay,
): Paper {
  const chosen = devices.filter(
    (device) => isChosen(department, device.departmentName ?? '') && isChosen(type, device.equipmentName),
  );
  const groups = [...byDepartment(chosen)];
  return {
    title: 'Inventory by Department',
    period: `As of ${formatShortDay(today)}`,
    facts: [
      ['Devices', chosen.length.toLocaleString('en-IN')],
      ['Departments', groups.length.toLocaleString('en-IN')],
      ...(department === '' ? [] : [['Department', department] as const]),
      ...(type === '' ? [] : [['Equipment', type] as const]),
    ],
    dividedBy: 'Department',
    isWide: true,
    tables:
      groups.length === 0
        ? [{ title: 'Devices', columns, rows: [], empty: 'No device.' }]
        : groups.map(([title, own]) => ({
            title,
            columns,
            empty: '',
            rows: own.map((device, index) => [
              index + 1,
              device.equipmentName,
              `${device.makeName} ${device.modelName}`.trim(),
              device.serialNumber,
              device.location ?? '',
              dayValue(device.installationDate),
              dayValue(lastCover(device.warranties)?.end ?? null),
              dayValue(device.nextMaintenanceOn),
              statusOf(device),
            ]),
          })),
    signatures: ['Prepared by', 'Checked by', 'Head of department'],
  };
}

/** A URL may spell a choice in lower case. */
function isChosen(choice: string, name: string): boolean {
  return choice === '' || sameKey(choice) === sameKey(name);
}
