import { defaultEndSteps } from '../agreements/end-steps.ts';

/** Kinds of facility with the availability expected of each. Units: percent. */
export const facilityKinds = ['primary', 'community', 'district'] as const;
export type FacilityKind = (typeof facilityKinds)[number];
export const facilityWords = {
  primary: 'Primary health centre',
  community: 'Community health centre',
  district: 'District hospital or larger',
} as const satisfies Record<FacilityKind, string>;
export const facilityTargets = { primary: 85, community: 90, district: 95 } as const satisfies Record<
  FacilityKind,
  number
>;

/** The hours in which availability is measured. */
export const coveredHours = ['24x7', 'department'] as const;

/** The rule for when a job counts as done on time. */
export const completionWindows = ['calendar-month', 'last-event', 'percent'] as const;
export type CompletionWindow = (typeof completionWindows)[number];

/** How many years the details of rounds are kept. */
export const roundDetailYears = ['ever', '10', '5', '3', '2', '1'] as const;
export type RoundDetailYears = (typeof roundDetailYears)[number];

/** A hospital's settings, for its figures and in general. */
export interface FigureSettings {
  facilityKind: FacilityKind;
  /** Units: percent. */
  availabilityTarget: number;
  /** Null: no target. Units: percent. */
  completionTarget: number | null;
  inDateTarget: number | null;
  roundsTarget: number | null;
  hours: (typeof coveredHours)[number];
  /** Days on which the departments work: 1 is Monday, 7 is Sunday. */
  workDays: number[];
  /** `HH:mm` by the hospital's clock. */
  hoursFrom: string;
  hoursTo: string;
  /** Weight of an hour of Restrictive Use compared with an hour of System Down. Units: percent. */
  restrictiveWeight: number;
  completionWindow: CompletionWindow;
  /** How many days before its end a contract is shown, earliest first. Source: docs/product.md P136. */
  endSteps: number[];
  /** Engineers add and remove accounts, not only the office. Source: docs/product.md P197. */
  engineersManageAccounts: boolean;
  /** Source: docs/product.md P284. */
  keepRoundDetails: RoundDetailYears;
}

/** Default settings. */
export const defaultFigureSettings: FigureSettings = {
  facilityKind: 'district',
  availabilityTarget: facilityTargets.district,
  completionTarget: null,
  inDateTarget: null,
  roundsTarget: null,
  hours: '24x7',
  workDays: [1, 2, 3, 4, 5, 6],
  hoursFrom: '09:00',
  hoursTo: '17:00',
  restrictiveWeight: 50,
  completionWindow: 'calendar-month',
  endSteps: [...defaultEndSteps],
  engineersManageAccounts: true,
  keepRoundDetails: 'ever',
};

/** Who made a change, and when. */
export interface SettingChange {
  at: string;
  by: string;
}

/**
 * Returns when each setting got its value; settings that never changed are absent. `history` is in chronological order.
 */
export function settingsSince(
  history: readonly (SettingChange & { settings: Partial<FigureSettings> })[],
): Partial<Record<keyof FigureSettings, SettingChange>> {
  const since: Partial<Record<keyof FigureSettings, SettingChange>> = {};
  const before = { ...defaultFigureSettings };
  for (const { at, by, settings } of history) {
    for (const field of Object.keys(settings) as (keyof FigureSettings)[]) {
      if (String(settings[field]) !== String(before[field])) since[field] = { at, by };
    }
    // Rows from before a setting was introduced do not contain it.
    Object.assign(before, settings);
  }
  return since;
}
