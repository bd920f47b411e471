import { counted } from './counted.ts';
import type { Role } from '../records/roles.ts';

/** Facts from a hospital's records about its setup. */
export interface FirstHourFacts {
  /** The office has chosen its own password. */
  officeHasSignedIn: boolean;
  /** Installed devices. */
  devices: number;
  /** Number of departments with devices, and of those with devices in a round template. */
  departments: number;
  departmentsWithTemplate: number;
  templates: number;
  /** Devices of a round that were confirmed by scanning their label. */
  scannedDevices: number;
  engineers: number;
  /** Number of engineers who have chosen their own password. */
  engineersSignedIn: number;
  /** Number of tablets, phones and browsers on which engineers are signed in. */
  tablets: number;
  rounds: number;
  /** The office has decided whether wards report faults from labels. */
  reportsDecided: boolean;
}

/** The steps from a new hospital to its first round, in their order. */
export const firstHourKeys = [
  'hospital',
  'office',
  'register',
  'engineers',
  'templates',
  'labels',
  'reports',
  'tablets',
  'round',
] as const;
export type FirstHourKey = (typeof firstHourKeys)[number];

/** One step: who takes it, and whether the records show that it is done. */
export interface FirstHourStep {
  key: FirstHourKey;
  who: Role;
  isDone: boolean;
  /** Progress, such as `2 of 3 departments`; empty if there is nothing to count. */
  count: string;
}

/** Empty if there is nothing to count. */
function someOf(count: number, one: string, many?: string): string {
  return count === 0 ? '' : counted(count, one, many);
}

/** Returns which steps of a hospital's first hour are done, judged by its records; nobody ticks anything off. */
export function firstHourSteps(facts: FirstHourFacts): FirstHourStep[] {
  const { departments, departmentsWithTemplate, engineers, engineersSignedIn } = facts;
  const covered =
    departments === 0
      ? someOf(facts.templates, 'template')
      : `${departmentsWithTemplate} of ${someOf(departments, 'department')}`;
  return [
    { key: 'hospital', who: 'Admin', isDone: true, count: '' },
    { key: 'office', who: 'Admin', isDone: facts.officeHasSignedIn, count: '' },
    { key: 'register', who: 'Admin', isDone: facts.devices > 0, count: someOf(facts.devices, 'device') },
    { key: 'engineers', who: 'Hospital', isDone: engineers > 0, count: someOf(engineers, 'engineer') },
    {
      key: 'templates',
      who: 'Hospital',
      isDone: facts.templates > 0 && departmentsWithTemplate >= departments,
      count: facts.templates === 0 && departments === 0 ? '' : covered,
    },
    {
      key: 'labels',
      who: 'Hospital',
      isDone: facts.scannedDevices > 0,
      count: someOf(facts.scannedDevices, 'label scanned', 'labels scanned'),
    },
    { key: 'reports', who: 'Hospital', isDone: facts.reportsDecided, count: '' },
    {
      key: 'tablets',
      who: 'BME',
      isDone: engineersSignedIn > 0 && facts.tablets > 0,
      count: engineers === 0 ? '' : `${engineersSignedIn} of ${someOf(engineers, 'engineer')} signed in`,
    },
    { key: 'round', who: 'BME', isDone: facts.rounds > 0, count: someOf(facts.rounds, 'round') },
  ];
}
