import { maxDays, maxHours } from '#contract/calls/agreement/terms.ts';
import { agreementKinds, coverages } from '#contract/records/agreement-terms.ts';
import { whole } from '#contract/rules/read-number.ts';
import {
  agreementKindOf,
  coversOf,
  repairDaysOf,
  responseHoursOf,
  shareOf,
  uptimeOf,
  visitsOf,
} from './agreement-cells.ts';
import type { Cell } from './cells.ts';
import { type Column, price } from './column.ts';
import { numberRule } from './numbers.ts';
import { shownText, textOf, textRule } from './texts.ts';

/** A contract without one of its promises would be taken for the whole of it, so an unreadable value fails the row. */
const contract = { strictness: 'contract' } as const;

/** The columns of the promises of a contract, the last ones of the template. */
export const contractColumns = {
  contractKind: {
    ...contract,
    label: 'Contract kind',
    names: 'contract kind,contract type,kind of contract,type of contract',
    example: 'AMC',
    read: agreementKindOf,
    rule: `must be one of ${agreementKinds.join(', ')}.`,
  },
  contractVendor: {
    ...contract,
    label: 'Contract vendor',
    names: 'contract vendor,contract vendor name,amc vendor,cmc vendor,amc provider,cmc provider',
    example: 'Medline',
    read: textOf,
    rule: textRule,
    shown: shownText,
  },
  contractCovers: {
    ...contract,
    label: 'Contract covers',
    names: 'contract covers,contract coverage,coverage,covers',
    example: 'Labour, parts',
    read: coversOf,
    rule: `must be made of ${coverages.join(', ')}, with commas between them.`,
  },
  visitsPerYear: {
    ...contract,
    label: 'Visits per year',
    names: 'visits per year,contract visits per year,contract visits,pm visits per year',
    example: '4',
    read: visitsOf,
    rule: numberRule(`must be a whole number from 0 to ${maxDays}.`, whole),
  },
  contractPrice: {
    ...contract,
    ...price,
    label: 'Contract price per year',
    names: 'contract price per year,contract price yearly,yearly contract price,annual contract price,contract price',
    example: '₹ 96,000',
  },
  responseHours: {
    ...contract,
    label: 'Response hours',
    names: 'response hours,response time,response time hours',
    example: '4 hrs',
    read: responseHoursOf,
    rule: numberRule(`must be a number of hours above 0, at most ${maxHours}.`),
  },
  repairDays: {
    ...contract,
    label: 'Repair days',
    names: 'repair days,repair time,repair time days',
    example: '2',
    read: repairDaysOf,
    rule: numberRule(`must be a number of days above 0, at most ${maxDays}.`),
  },
  uptimePercent: {
    ...contract,
    label: 'Uptime %',
    names: 'uptime %,uptime,uptime percent,uptime percentage,guaranteed uptime,promised uptime',
    example: '98%',
    read: uptimeOf,
    rule: numberRule('must be above 1 and at most 100, as 98 or 98%.'),
    shown: (cell: Cell) => {
      const share = shareOf(cell);
      return share === undefined ? undefined : `${share}%`;
    },
  },
} satisfies Record<string, Column>;
