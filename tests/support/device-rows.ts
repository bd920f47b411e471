import type { DeviceRecord } from '#contract/records/ward.ts';

const equipment = ['Ventilator', 'Infusion Pump', 'Patient Monitor', 'Defibrillator', 'Syringe Pump', 'ECG Machine'];
const makes = ['Draeger', 'Philips', 'GE Healthcare', 'Mindray', 'B. Braun', 'Siemens Healthineers', 'Nihon Kohden'];
const departments = [
  'ICU',
  'Emergency',
  'Operation Theatre',
  'Neonatal ICU',
  'Radiology',
  'General Ward',
  'Cardiology',
];
const vendors = ['Medline Traders', 'Unicare Systems', 'Apex Biomedical'];
const roundStatuses = ['Operational', 'Operational', 'Operational', 'Needs Attention', 'Not Working'] as const;

/** Creates a seeded generator of numbers in [0, 1): the same seed gives the same rows on every machine. */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the id of the device at a position: a UUID that contains the position. */
export function deviceIdAt(index: number): string {
  return `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
}

/** Creates an installed device as the server would send it. */
export function deviceRow(index: number, next: () => number): DeviceRecord {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] ?? from[0]!;
  const equipmentName = pick(equipment);
  const makeName = pick(makes);
  const departmentName = pick(departments);
  const room = 1 + Math.floor(next() * 60);
  const day = (year: number) =>
    `${year}-${String(1 + Math.floor(next() * 12)).padStart(2, '0')}-${String(1 + Math.floor(next() * 28)).padStart(2, '0')}`;
  const status = pick(roundStatuses);
  const seenOn = day(2026);
  return {
    id: deviceIdAt(index),
    serialNumber: `${equipmentName.slice(0, 4).toUpperCase().trim()}-${String(index).padStart(6, '0')}`,
    equipmentId: deviceIdAt(1_000_000 + equipment.indexOf(equipmentName)),
    equipmentName,
    importance: next() < 0.3 ? 'Critical' : 'Non-Critical',
    makeName,
    modelId: deviceIdAt(2_000_000 + Math.floor(next() * 200)),
    modelName: `${makeName.slice(0, 2).toUpperCase()}-${100 + Math.floor(next() * 800)}`,
    departmentId: deviceIdAt(3_000_000 + departments.indexOf(departmentName)),
    departmentName,
    location: `Block ${'ABCD'[room % 4]}, Room ${room}`,
    vendorName: pick(vendors),
    purchaseDate: day(2019),
    installationDate: day(2020),
    calibrationRequired: next() < 0.5,
    warranties: next() < 0.6 ? [{ number: `W-${index}`, start: day(2024), end: day(2027) }] : [],
    roundsSeen: 1,
    needsAttentionRun: status === 'Needs Attention' ? 1 : 0,
    serviceContact: next() < 0.6 ? { name: 'Service desk', phone: '+91 80 4000 1234' } : null,
    latest: {
      status,
      observedAt: `${seenOn}T09:30:00.000Z`,
      flagged: false,
      templateId: deviceIdAt(4_000_000 + (index % 50)),
      day: seenOn,
    },
    downtimes: next() < 0.1 ? [[`${day(2025)}T10:00:00.000Z`, null]] : [],
    openTicketIds: [],
    lastMaintenanceOn: day(2025),
    nextMaintenanceOn: day(2026),
    maintenanceCost: Math.floor(next() * 100_000),
  };
}

/** Creates `count` devices from a seed, ordered by id. */
export function deviceRows(count: number, seed = 1): DeviceRecord[] {
  const next = seededNumbers(seed);
  return Array.from({ length: count }, (_, index) => deviceRow(index, next));
}
