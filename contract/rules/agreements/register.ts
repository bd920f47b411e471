import type { DeviceRecord } from '../../records/ward.ts';
import type { AgreementRecord } from '../../records/agreement.ts';
import type { LocalDay } from '../hospital-day.ts';
import type { WarrantyCover } from '../../records/plan.ts';
import { nearEnd, type NearEnd, noticeDay } from './end-steps.ts';
import type { AgreementKind } from '../../records/agreement-terms.ts';

/** A contract with its devices, as lists of contracts show it. */
export interface RegisteredAgreement {
  number: string;
  kind: AgreementKind;
  startOn: LocalDay;
  endOn: LocalDay;
  devices: number;
  deviceIds: ReadonlySet<string>;
  /** Present if the contract has terms. */
  record: AgreementRecord | undefined;
}

/** The facts from which the register is made. */
interface RegisterFacts {
  devices: readonly Pick<DeviceRecord, 'id' | 'warranties'>[];
  agreementOf: (id: string) => AgreementRecord | undefined;
  /** The wanted contracts; all if absent. */
  only?: (cover: WarrantyCover) => boolean;
}

/** Returns the contracts of the devices in use, by end date. Source: docs/product.md P127. */
export function agreementRegister({ devices, agreementOf, only }: RegisterFacts): RegisteredAgreement[] {
  const found = new Map<string, { cover: WarrantyCover; deviceIds: Set<string> }>();
  for (const { id, warranties } of devices) {
    for (const cover of warranties) {
      if (only && !only(cover)) continue;
      const known = found.get(cover.number);
      if (known) known.deviceIds.add(id);
      else found.set(cover.number, { cover, deviceIds: new Set([id]) });
    }
  }
  return [...found.values()]
    .map(({ cover, deviceIds }) => ({
      number: cover.number,
      kind: cover.kind ?? ('Warranty' as const),
      startOn: cover.start,
      endOn: cover.end,
      devices: deviceIds.size,
      deviceIds,
      record: cover.contractId === undefined ? undefined : agreementOf(cover.contractId),
    }))
    .sort((a, b) => compare(a.endOn, b.endOn) || compare(a.number, b.number));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Returns the notice period before the end, or null if none was agreed. Units: days. */
const noticeDaysOf = ({ record }: RegisteredAgreement): number | null => record?.terms?.noticeDays ?? null;

/** Returns the last day to terminate a contract; null if no notice was agreed. */
export function noticeDayOf(contract: RegisteredAgreement): LocalDay | null {
  return noticeDay(contract.endOn, noticeDaysOf(contract));
}

/**
 * Returns the contracts in force that have reached one of the hospital's reminders before their end or notice date,
 * nearest first, each with the smallest reminder reached. Source: docs/product.md P136 and P143.
 */
export function endingSoon(
  contracts: readonly RegisteredAgreement[],
  today: LocalDay,
  steps: readonly number[],
): (RegisteredAgreement & NearEnd)[] {
  return contracts
    .flatMap((contract) => {
      const ends = { endOn: contract.endOn, noticeDays: noticeDaysOf(contract) };
      const near = contract.startOn <= today ? nearEnd(ends, today, steps) : undefined;
      return near ? [{ ...contract, ...near }] : [];
    })
    .sort((a, b) => a.nextIn - b.nextIn || compare(a.endOn, b.endOn) || compare(a.number, b.number));
}

/** Returns the first day of the contract's current year: its start moved by whole years. */
export function agreementYearStart({ startOn }: Pick<RegisteredAgreement, 'startOn'>, today: LocalDay): LocalDay {
  if (today <= startOn) return startOn;
  const years = Number(today.slice(0, 4)) - Number(startOn.slice(0, 4));
  const latest = anniversary(startOn, years);
  return latest <= today ? latest : anniversary(startOn, years - 1);
}

/** Returns a start moved by whole years; 29 February becomes the 28th in common years. */
export function anniversary(start: LocalDay, years: number): LocalDay {
  const year = Number(start.slice(0, 4)) + years;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const rest = start.slice(4) === '-02-29' && !isLeap ? '-02-28' : start.slice(4);
  return `${String(year).padStart(4, '0')}${rest}`;
}
