import { counted } from '../../rules/counted.ts';
import type { DeviceRecord, TaskRecord } from '../../records/ward.ts';
import type { AgreementRecord } from '../../records/agreement.ts';
import { firstEndStep } from '../../rules/agreements/end-steps.ts';
import { agreementRegister, endingSoon, noticeDayOf } from '../../rules/agreements/register.ts';
import type { AgreementKind } from '../../records/agreement-terms.ts';
import { visitsOf } from '../../rules/agreements/visits.ts';
import { coverageWords } from '../../rules/agreements/words.ts';
import { formatShortDay } from '../../rules/dates-format.ts';
import { daysBetween, hospitalDay } from '../../rules/hospital-day.ts';
import type { Moment } from '../moment.ts';
import { dayValue, mostOfText, type Paper, type PaperColumn } from './paper.ts';

/** The facts that the register of contracts is built from. */
export interface AgreementFacts {
  devices: readonly DeviceRecord[];
  tasks: readonly TaskRecord[];
  agreementOf: (id: string) => AgreementRecord | undefined;
  /** How many days before its end the hospital is reminded of a contract. */
  endSteps: readonly number[];
}

const columns: readonly PaperColumn[] = [
  { header: '#', width: 3 },
  { header: 'Number', width: 10 },
  { header: 'Kind', width: 7 },
  { header: 'Vendor', width: 12 },
  { header: 'Phone', width: 10 },
  { header: 'Devices', width: 7 },
  { header: 'Covers', width: 11, most: mostOfText },
  { header: 'Visits this contract year', width: 9 },
  { header: 'Price a year', width: 9, isMoney: true },
  { header: 'Starts', width: 8 },
  { header: 'Ends', width: 8 },
  { header: 'Days left', width: 6 },
  { header: 'Notice by', width: 8 },
];

/** The kinds of contracts that a register can be narrowed to. */
export const registerStates = ['in-force', 'ending'] as const;
export type RegisterState = (typeof registerStates)[number];

/** The filters of the register. */
interface RegisterChoice {
  kind: AgreementKind | '';
  state?: RegisterState | '';
}

/**
 * Builds the register of contracts of the devices in use, by end date. Its figures cover all contracts of a kind;
 * filtered by state, it has as many rows as the figure says. Source: docs/product.md P127.
 */
export function agreementsPaper(
  facts: AgreementFacts,
  { kind, state = '' }: RegisterChoice,
  { now, timeZone }: Moment,
): Paper {
  const today = hospitalDay(now, timeZone);
  const contracts = agreementRegister(facts).filter((contract) => kind === '' || contract.kind === kind);
  const ending = endingSoon(contracts, today, facts.endSteps);
  const inForce = contracts.filter(({ startOn, endOn }) => startOn <= today && today <= endOn);
  const listed = state === 'ending' ? ending : state === 'in-force' ? inForce : contracts;
  return {
    title: 'Register of Contracts',
    period: `As of ${formatShortDay(today)}`,
    facts: [
      ['Contracts', contracts.length.toLocaleString('en-IN')],
      ['In force', inForce.length.toLocaleString('en-IN')],
      [
        `End or notice due within ${counted(firstEndStep(facts.endSteps), 'day')}`,
        ending.length.toLocaleString('en-IN'),
      ],
      ...(kind === '' ? [] : [['Kind', kind] as const]),
      ...(state === '' ? [] : [['Listed', state === 'ending' ? 'End or notice due' : 'In force'] as const]),
    ],
    legend:
      'Visits: days in the running year of the contract (once it has ended: its last) on which its PM, or scheduled work given to its vendor, was closed on a device, of those promised for its devices. Days left: below 0 where it has ended. Notice by: the last day to give notice.',
    isWide: true,
    tables: [
      {
        title: 'Contracts',
        columns,
        empty: 'No contract.',
        rows: listed.map((contract, index) => {
          const { record } = contract;
          const visits = visitsOf(contract, facts.tasks, { today, timeZone });
          return [
            index + 1,
            contract.number,
            contract.kind,
            record?.vendorName ?? '',
            record?.phone ?? '',
            contract.devices,
            coverageWords(record?.terms?.covers ?? []),
            visits === null ? '' : `${visits.done} of ${visits.promised}`,
            record?.terms?.yearlyPrice ?? null,
            dayValue(contract.startOn),
            dayValue(contract.endOn),
            daysBetween(today, contract.endOn),
            dayValue(noticeDayOf(contract)),
          ];
        }),
      },
    ],
    signatures: ['Prepared by', 'Checked by', 'Head of department'],
  };
}
