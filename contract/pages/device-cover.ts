import type { EquipmentDetails } from '../calls/device/details.ts';
import type { DeviceRecord } from '../records/ward.ts';
import type { AgreementRecord } from '../records/agreement.ts';
import { noticeDay } from '../rules/agreements/end-steps.ts';
import { promiseWords, windowWords } from '../rules/agreements/words.ts';
import type { LocalDay } from '../rules/hospital-day.ts';
import type { WarrantyCover } from '../records/plan.ts';

/** A contract of a device as its page shows it. */
export type DeviceCover = NonNullable<EquipmentDetails['covers']>[number];

/**
 * The contracts of a device: those in force on a day, then future ones; without one in force also the one that ended
 * last. Source: docs/product.md P125.
 */
export function deviceCovers(
  { warranties }: Pick<DeviceRecord, 'warranties'>,
  contracts: readonly AgreementRecord[],
  today: LocalDay,
): DeviceCover[] {
  const covers = everyCover({ warranties }, contracts, today);
  const of = (state: DeviceCover['state']) => covers.filter((cover) => cover.state === state);
  const inForce = of('in force').sort((a, b) => order(b.endOn, a.endOn));
  const ended = of('ended').sort((a, b) => order(b.endOn, a.endOn));
  return [...inForce, ...of('to come'), ...(inForce.length === 0 ? ended.slice(0, 1) : [])];
}

/** All contracts of a device on a day, in the order of its record. Source: docs/product.md P142. */
export function everyCover(
  { warranties }: Pick<DeviceRecord, 'warranties'>,
  contracts: readonly AgreementRecord[],
  today: LocalDay,
): DeviceCover[] {
  return warranties.map((cover) => {
    const contract = contracts.find(({ id }) => id === cover.contractId);
    return coverOf(cover, contract, today);
  });
}

/** Returns whether a contract runs on a day, has ended before it, or begins after it. */
export function coverState(
  { startOn, endOn }: Pick<DeviceCover, 'startOn' | 'endOn'>,
  today: LocalDay,
): DeviceCover['state'] {
  if (endOn < today) return 'ended';
  return startOn > today ? 'to come' : 'in force';
}

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function coverOf(
  { number, start: startOn, end: endOn, kind }: WarrantyCover,
  contract: AgreementRecord | undefined,
  today: LocalDay,
): DeviceCover {
  const terms = contract?.terms ?? null;
  return {
    contractId: terms === null ? null : (contract?.id ?? null),
    number,
    kind: contract?.kind ?? kind ?? 'Warranty',
    state: coverState({ startOn, endOn }, today),
    startOn,
    endOn,
    noticeOn: noticeDay(endOn, terms?.noticeDays ?? null),
    vendorName: contract?.vendorName ?? '',
    contactName: contract?.contactName ?? '',
    phone: contract?.phone ?? '',
    covers: terms?.covers ?? [],
    exclusions: terms?.exclusions ?? '',
    promises: terms === null ? [] : promiseWords(terms),
    visitsPerYear: terms?.visitsPerYear ?? null,
    hours: terms === null ? '' : windowWords(terms.window),
  };
}
