import type { AgreementKind, AgreementTerms } from './agreement-terms.ts';
import type { DutyTable } from './duty.ts';
import type { LocalDay } from './local-day.ts';

/** A contract with more than the dates that its devices already carry; a warranty without terms has no record. */
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

/** Settings of the hospital, by subject, once they have been changed. */
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
    /** True if engineers, and not only the office, may add and remove accounts. */
    engineersManageAccounts: boolean;
    /** Account changes that somebody has not dismissed yet, newest first. */
    notices: readonly AccountNotice[];
  };
  /** Reports from labels: absent while none of its settings was changed. */
  reports: {
    isOn: boolean;
    /** Printed on labels; empty for none. */
    helpline: string;
    /** A line in a second language on labels; empty for none. */
    labelLine: string;
  };
  duty: DutyTable;
  logo: {
    /** Address of the picture, which contains it (`data:`); null after it was removed. */
    picture: string | null;
  };
}

/** Kinds of account changes. */
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
  /** The changed values; a new name is included, other values are not sent to tablets. */
  fields: readonly string[];
  newName: string | null;
  /** The users who have not dismissed it. */
  told: readonly string[];
}
