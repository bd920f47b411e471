import type { AgreementRecord } from '#contract/records/agreement.ts';
import { sameKey } from '#contract/rules/text.ts';
import { CONTRACT_COLUMNS, type AgreementColumns, agreementNumberOf } from '../device/agreement-columns.ts';
import { COLUMNS, type ImportedDevice, leftOutNote } from './columns.ts';
import type { ImportableRow, ParsedImport, ParsedRow } from './types.ts';

const DAY_COLUMNS = ['warrantyStart', 'warrantyDuration'] as const;
type Column = (typeof CONTRACT_COLUMNS)[number] | (typeof DAY_COLUMNS)[number];

/** Values that the rows so far give for one contract, each with the first row that gave it. */
interface Group {
  said: Map<Column, { value: unknown; text: string; rowNumber: number }>;
  hasDays: boolean;
}

/** Returns the keys of contracts with more than dates in a file, to ask the hospital which of them it already has. */
export function agreementKeysOf({ rows }: ParsedImport): string[] {
  return [...new Set(rows.flatMap((row) => (row.ok && saysAgreement(row.device) ? (keyOf(row.device) ?? []) : [])))];
}

/**
 * Fails the rows of a file that contradict an earlier row about their contract. An existing contract stays unchanged,
 * and one without start and duration is not created: notes name each value that was left out. `known` is keyed by
 * `agreementKeysOf`. Source: docs/decisions/333-imported-contracts.md
 */
export function agreeOnAgreements(parsed: ParsedImport, known: ReadonlyMap<string, AgreementRecord>): ParsedImport {
  const groups = new Map<string, Group>();
  const withTerms = new Set(agreementKeysOf(parsed));
  const rows = parsed.rows.map((row): ParsedRow => {
    const key = row.ok ? keyOf(row.device) : undefined;
    if (!row.ok || key === undefined || !withTerms.has(key)) return row;
    const contract = known.get(key);
    if (contract) return withoutContradictions(row, contract);
    const group = groups.get(key) ?? { said: new Map(), hasDays: false };
    groups.set(key, group);
    const errors = contradictions(row, group);
    if (errors.length > 0) return { rowNumber: row.rowNumber, ok: false, errors, cells: row.cells };
    remember(row, group);
    return row;
  });
  return { ...parsed, rows: rows.map((row) => withoutDays(row, groups)) };
}

function keyOf(device: ImportedDevice): string | undefined {
  const number = agreementNumberOf(device);
  return number === undefined ? undefined : sameKey(number);
}

function saysAgreement(device: ImportedDevice): boolean {
  return CONTRACT_COLUMNS.some((column) => device[column] !== undefined);
}

function contradictions({ device, cells }: ImportableRow, { said }: Group): string[] {
  return [...DAY_COLUMNS, ...CONTRACT_COLUMNS].flatMap((column) => {
    const before = said.get(column);
    if (before === undefined || device[column] === undefined) return [];
    if (comparable(column, device[column]) === before.value) return [];
    const text = cells[column] ?? '';
    return `${COLUMNS[column].label} "${text}" differs from "${before.text}" on row ${before.rowNumber}, which has the same warranty number.`;
  });
}

function remember({ device, cells, rowNumber }: ImportableRow, group: Group): void {
  for (const column of [...DAY_COLUMNS, ...CONTRACT_COLUMNS]) {
    if (device[column] === undefined || group.said.has(column)) continue;
    group.said.set(column, { value: comparable(column, device[column]), text: cells[column] ?? '', rowNumber });
  }
  group.hasDays ||= DAY_COLUMNS.every((column) => device[column] !== undefined);
}

/** Normalizes a value for comparison: names match in any case. */
function comparable(column: Column, value: string | number | readonly string[]): string | number {
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' ? value : value.join(', ');
  return column === 'contractVendor' ? sameKey(text) : text;
}

function withoutContradictions(row: ImportableRow, contract: AgreementRecord): ImportableRow {
  const kept = columnsOf(contract);
  return leaveOut(
    row,
    CONTRACT_COLUMNS.filter((column) => {
      const value = row.device[column];
      const before = kept[column];
      if (value === undefined) return false;
      return before === undefined || comparable(column, value) !== comparable(column, before);
    }),
    `the hospital has ${contract.kind === 'Warranty' ? 'warranty' : 'contract'} ${contract.number}, which stays as it is`,
  );
}

function withoutDays(row: ParsedRow, groups: ReadonlyMap<string, Group>): ParsedRow {
  if (!row.ok) return row;
  const group = groups.get(keyOf(row.device) ?? '');
  if (!group || group.hasDays) return row;
  return leaveOut(row, CONTRACT_COLUMNS, 'a new contract needs a row with its start and duration');
}

/** Returns the row without its values in these columns, and a note for each. */
function leaveOut(row: ImportableRow, columns: readonly (keyof AgreementColumns)[], reason: string): ImportableRow {
  const device = { ...row.device };
  const notes = [...row.notes];
  for (const column of columns) {
    if (device[column] === undefined) continue;
    delete device[column];
    notes.push(leftOutNote(column, row.cells[column] ?? '', reason));
  }
  return { ...row, device, notes };
}

/** Returns a hospital's contract as the columns of a register. */
function columnsOf({ kind, vendorName, terms }: AgreementRecord): {
  [Key in keyof AgreementColumns]: AgreementColumns[Key] | undefined;
} {
  return {
    contractKind: kind,
    contractVendor: vendorName,
    contractCovers: terms?.covers,
    visitsPerYear: terms?.visitsPerYear ?? undefined,
    contractPrice: terms?.yearlyPrice ?? undefined,
    responseHours: terms?.responseHours ?? undefined,
    repairDays: terms?.repairDays ?? undefined,
    uptimePercent: terms?.uptimePercent ?? undefined,
  };
}
