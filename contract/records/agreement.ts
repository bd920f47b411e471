import type { AgreementKind, AgreementTerms } from './agreement-terms.ts';
import type { LocalDay } from './local-day.ts';

/** A contract that says more than the days which its devices carry; a warranty without terms has none. */
export interface AgreementRecord {
  id: string;
  number: string;
  kind: AgreementKind;
  vendorId: string | null;
  vendorName: string;
  contactName: string;
  phone: string;
  startOn: LocalDay;
  endOn: LocalDay;
  terms: AgreementTerms | null;
}

/** A day on which the hospital does not work. */
export interface HolidayRecord {
  /** The day, such as 2026-01-26. */
  id: LocalDay;
  name: string;
}

/** What the hospital has set, by subject, once it has. */
export type SettingRecord = {
  [K in keyof HospitalSettings]: { id: K } & HospitalSettings[K];
}[keyof HospitalSettings];

/** The settings that tablets need. */
interface HospitalSettings {
  contracts: {
    /** How many days before its end a contract is shown. */
    endSteps: number[];
  };
  accounts: {
    /** Engineers add and remove accounts, not only the office. */
    engineersManageAccounts: boolean;
    /** What somebody has not dismissed yet of changes of accounts, the latest first. */
    notices: readonly AccountNotice[];
  };
}

/** What can become of an account. */
export const accountActs = ['added', 'changed', 'removed', 'restored', 'password'] as const;

/** A change of an account that its person or the office is told about. Source: docs/product.md P199. */
export interface AccountNotice {
  id: string;
  at: string;
  by: string;
  accountId: string;
  /** The name before the change. */
  name: string;
  act: (typeof accountActs)[number];
  /** What has changed; a new name comes with it, other values stay off tablets. */
  fields: readonly string[];
  newName: string | null;
  /** The users who have not dismissed it. */
  told: readonly string[];
}
