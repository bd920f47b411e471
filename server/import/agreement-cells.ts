import { maxDays, maxHours } from '#contract/calls/agreement/terms.ts';
import { type AgreementKind, type Coverage, coverages } from '#contract/records/agreement-terms.ts';
import { cellText, type Cell } from './cells.ts';
import { numberIn, wholeIn } from './numbers.ts';

/** How registers write the kinds of contract, reduced to letters and digits. */
const KINDS: ReadonlyMap<string, AgreementKind> = new Map([
  ...spelled('Warranty', ['warranty', 'underwarranty', 'extendedwarranty', 'guarantee']),
  ...spelled('AMC', [
    'amc',
    'annualmaintenance',
    'annualmaintenancecontract',
    'noncomprehensive',
    'noncomprehensiveamc',
    'noncomprehensivemaintenancecontract',
    'ncmc',
    'labouramc',
  ]),
  ...spelled('CMC', [
    'cmc',
    'camc',
    'comprehensive',
    'comprehensiveamc',
    'comprehensivemaintenance',
    'comprehensivemaintenancecontract',
    'comprehensiveannualmaintenance',
    'comprehensiveannualmaintenancecontract',
    'annualcomprehensivemaintenancecontract',
  ]),
  ...spelled('Per call', ['percall', 'percallbasis', 'paypercall', 'oncall', 'oncallbasis', 'callbasis']),
  ...spelled('Rental', ['rental', 'rent', 'rented', 'onrent', 'lease', 'leased', 'onlease']),
]);

const COVERS: ReadonlyMap<string, Coverage> = new Map([
  ['labour', 'labour'],
  ['labor', 'labour'],
  ['parts', 'parts'],
  ['part', 'parts'],
  ['spares', 'parts'],
  ['spareparts', 'parts'],
  ['accessories', 'accessories'],
  ['accessory', 'accessories'],
  ['consumables', 'consumables'],
  ['consumable', 'consumables'],
]);

function spelled(kind: AgreementKind, words: readonly string[]): [string, AgreementKind][] {
  return words.map((word) => [word, kind]);
}

/** Returns the kind of contract that a cell names; additions in brackets are dropped. */
export function agreementKindOf(cell: Cell): AgreementKind | undefined {
  const text = cellText(cell);
  return KINDS.get(lettersOf(text)) ?? KINDS.get(lettersOf(text.replace(/\([^()]*\)/g, ' ')));
}

/**
 * Returns the parts that a contract pays for, each once, in the order of the form; undefined if any word is unknown.
 */
export function coversOf(cell: Cell): Coverage[] | undefined {
  const words = (cell.kind === 'text' ? cell.text : cellText(cell))
    .split(/[,;/+&\n]|\band\b/i)
    .map(lettersOf)
    .filter((word) => word !== '');
  const named = new Set(words.map((word) => COVERS.get(word)));
  return named.size === 0 || named.has(undefined) ? undefined : coverages.filter((one) => named.has(one));
}

/** Reads a whole number of visits per year. */
export function visitsOf(cell: Cell): number | undefined {
  return wholeIn(cell, maxDays, /\s*(?:visits?)?\s*(?:(?:per|a|\/)\s*(?:year|annum))?$/i);
}

/** Reads a promised response time, also written as "4 hrs". Units: hours. */
export function responseHoursOf(cell: Cell): number | undefined {
  return lengthOf(cell, /\s*(?:hours?|hrs?\.?|h)$/i, maxHours);
}

/** Reads a promised repair time, also written as "3 days". Units: days. */
export function repairDaysOf(cell: Cell): number | undefined {
  return lengthOf(cell, /\s*(?:working\s+)?(?:days?|d)$/i, maxDays);
}

/** Reads a promised uptime. Units: percent. */
export function uptimeOf(cell: Cell): number | undefined {
  const percent = shareOf(cell) ?? numberIn(cell, /\s*%$/);
  // Up to 1 it is a share that lost its format: nobody promises 1 % uptime.
  return percent !== undefined && percent > 1 && percent <= 100 ? percent : undefined;
}

/** Converts a cell that Excel formats as a percentage: 98% is stored as the number 0.98. Units: percent. */
export function shareOf(cell: Cell): number | undefined {
  return cell.kind === 'number' && cell.format.includes('%') ? Math.round(cell.value * 10_000) / 100 : undefined;
}

function lengthOf(cell: Cell, unit: RegExp, most: number): number | undefined {
  const length = numberIn(cell, unit);
  return length !== undefined && length > 0 && length <= most ? length : undefined;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
