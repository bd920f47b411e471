import type { DeviceRecord } from '../../records/ward.ts';
import type { ReplicaView } from '../../records/replica.ts';
import type { AgreementRecord } from '../../records/agreement.ts';
import type { LocalDay } from '../hospital-day.ts';
import type { AgreementTerms, TicketTerms } from '../../records/agreement-terms.ts';

/** Returns the contracts of a device that have more than dates, by start. */
export function agreementsOf(
  device: Pick<DeviceRecord, 'warranties'> | undefined,
  view: ReplicaView,
): AgreementRecord[] {
  return (device?.warranties ?? []).flatMap(({ contractId }) => {
    const contract = contractId === undefined ? undefined : view.get('contract', contractId);
    return contract ? [contract] : [];
  });
}

/** Returns whether the vendor promised times or an uptime. */
const promises = ({ responseHours, repairDays, uptimePercent }: AgreementTerms): boolean =>
  responseHours !== null || repairDays !== null || uptimePercent !== null;

/**
 * Returns the terms that a ticket keeps, from the contracts in force on the day it is reported: contracts that promise
 * a time come first, then the one that began last, then the lowest number. Null if no contract has terms. Tablets and
 * server both use this rule. Source: docs/product.md P123.
 */
export function termsInForce(contracts: readonly AgreementRecord[], day: LocalDay): TicketTerms | null {
  const [first] = contracts
    .flatMap(({ terms, ...contract }) =>
      terms !== null && contract.startOn <= day && day <= contract.endOn ? [{ ...contract, terms }] : [],
    )
    .sort(
      (a, b) =>
        Number(promises(b.terms)) - Number(promises(a.terms)) ||
        compare(b.startOn, a.startOn) ||
        compare(a.number, b.number) ||
        compare(a.id, b.id),
    );
  if (!first) return null;
  const { id: contractId, number, kind, vendorId, vendorName, phone, startOn, endOn, terms } = first;
  return { contractId, number, kind, vendorId, vendorName, phone, startOn, endOn, terms };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
