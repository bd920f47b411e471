import { describe, expect, test } from 'vitest';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import type { AgreementRecord } from '#contract/records/agreement.ts';
import { agreeOnAgreements, agreementKeysOf } from '#server/import/agree-on-rows.ts';
import { faultsOf, HEADER, readDevice, readRows, type TestCell } from '#tests/support/workbooks.ts';

const days = { 'Warranty Number': 'AMC-1', 'Warranty Start': '01/04/2026', 'Warranty Duration': 1 };

/** A row with warranty AMC-1; the columns are those of the first row. */
type Row = Record<string, TestCell>;

async function agreed(rows: Row[], known: AgreementRecord[] = []) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row, place) => [
    `A${place + 1}`,
    'Pump',
    'BPL',
    'X1',
    ...columns.map((column) => row[column] ?? null),
  ]);
  const parsed = await readRows([[...HEADER, ...columns], ...cells]);
  return agreeOnAgreements(parsed, new Map(known.map((contract) => [contract.number.toLowerCase(), contract]))).rows;
}
const notesOf = (rows: Awaited<ReturnType<typeof agreed>>) => rows.map((row) => (row.ok ? row.notes : row.errors));

describe('a row with a contract', () => {
  test('reads kind, vendor and terms', async () => {
    const row = await readDevice({
      ...days,
      'Contract Kind': 'Comprehensive',
      'Contract Vendor': ' Medline ',
      'Contract Covers': 'Parts, Labour',
      'Visits Per Year': 4,
      'Contract Price Per Year': 'Rs. 48,000/-',
      'Response Hours': '4 hrs',
      'Repair Days': 2,
      'Uptime %': { t: 'n', v: 0.98, z: '0%' },
    });
    expect(row).toMatchObject({
      ok: true,
      notes: [],
      device: {
        contractKind: 'CMC',
        contractVendor: 'Medline',
        contractCovers: ['labour', 'parts'],
        visitsPerYear: 4,
        contractPrice: 48_000,
        responseHours: 4,
        repairDays: 2,
        uptimePercent: 98,
      },
      cells: { uptimePercent: '98%' },
    });
  });

  test.each<[string, TestCell, string]>([
    ['Contract Kind', 'Expired', 'Contract kind must be one of Warranty, AMC, CMC, Per call, Rental.'],
    ['Contract Vendor', 'x'.repeat(256), 'Contract vendor must be at most 255 characters.'],
    [
      'Contract Covers',
      'tubes',
      'Contract covers must be made of labour, parts, accessories, consumables, with commas between them.',
    ],
    ['Visits Per Year', 'often', 'Visits per year must be a whole number from 0 to 366.'],
    ['Yearly Contract Price (Rs)', 'free', 'Contract price per year must be a number of 0 or more.'],
    ['Response Time', '4 days', 'Response hours must be a number of hours above 0, at most 8784.'],
    ['Repair Days', 0, 'Repair days must be a number of days above 0, at most 366.'],
    ['Uptime %', 0.98, 'Uptime % must be above 1 and at most 100, as 98 or 98%.'],
  ])('fails with %s of %j', async (column, value, fault) => {
    expect(faultsOf(await readDevice({ ...days, [column]: value }))).toEqual([fault]);
  });

  test.each(['NIL', '-', null])('ignores %j', async (nothing) => {
    const row = await readDevice({ ...days, 'Contract Kind': nothing, 'Uptime %': nothing });
    expect(row).toMatchObject({ ok: true, notes: [] });
    expect(row.ok && Object.keys(row.device)).not.toContain('contractKind');
  });
});

test('a row without a contract is imported, with a note for each ignored value', async () => {
  const row = await readDevice({ 'Contract Kind': 'Expired', 'Uptime %': 98, 'Warranty Start': '01/04/2026' });
  const reason = 'a contract needs a warranty number, or its start and duration';
  expect(row).toMatchObject({
    ok: true,
    notes: [`Contract kind "Expired" was left out: ${reason}.`, `Uptime % "98" was left out: ${reason}.`],
  });
});

describe('rows with the same number', () => {
  test('agree if they state the same in another form, or nothing', async () => {
    const rows = await agreed([
      { ...days, 'Contract Kind': 'AMC', 'Contract Vendor': 'Medline', 'Contract Covers': 'Labour, parts' },
      { 'Warranty Number': 'amc-1', 'Contract Kind': 'annual maintenance', 'Contract Vendor': ' MEDLINE' },
      { ...days, 'Contract Covers': 'spares + labour', 'Uptime %': 95 },
    ]);
    expect(notesOf(rows)).toEqual([[], [], []]);
  });

  test('that contradict an earlier one fail with its row number', async () => {
    const rows = await agreed([
      { ...days, 'Contract Kind': 'AMC', 'Uptime %': 98 },
      { ...days, 'Contract Kind': 'CMC', 'Uptime %': 95 },
      { ...days, 'Warranty Start': '01/05/2026', 'Repair Days': 3 },
      { ...days, 'Repair Days': 2 },
    ]);
    const which = 'on row 2, which has the same warranty number.';
    expect(notesOf(rows)).toEqual([
      [],
      [`Contract kind "CMC" differs from "AMC" ${which}`, `Uptime % "95" differs from "98" ${which}`],
      [`Warranty start "01/05/2026" differs from "01/04/2026" ${which}`],
      [],
    ]);
    expect(rows[1]).toMatchObject({ ok: false, cells: { contractKind: 'CMC', uptimePercent: '95' } });
  });

  test('of a warranty without contract columns are imported with any days', async () => {
    expect(notesOf(await agreed([days, { ...days, 'Warranty Duration': 2 }]))).toEqual([[], []]);
  });

  test('without start and duration create no contract: a note lists each ignored value', async () => {
    const rows = await agreed([
      { 'Warranty Number': 'AMC-1', 'Contract Kind': 'AMC' },
      { 'Warranty Number': 'AMC-1', 'Warranty Start': '01/04/2026', 'Repair Days': 2 },
    ]);
    const reason = 'a new contract needs a row with its start and duration';
    expect(notesOf(rows)).toEqual([
      [`Contract kind "AMC" was left out: ${reason}.`],
      [`Repair days "2" was left out: ${reason}.`],
    ]);
    expect(rows.map((row) => row.ok && [row.device.contractKind, row.device.repairDays])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });
});

test('an existing contract is unchanged: notes list the differences', async () => {
  const known: AgreementRecord = {
    id: 'c1',
    number: 'AMC-1',
    kind: 'AMC',
    vendorId: 'v1',
    vendorName: 'Medline',
    contactName: '',
    phone: '',
    startOn: '2026-04-01',
    endOn: '2027-03-31',
    terms: { ...blankTerms(), repairDays: 2 },
  };
  const row = { 'Warranty Number': 'amc-1', 'Contract Kind': 'AMC', 'Contract Vendor': 'medline' };
  const rows = await agreed(
    [
      { ...row, 'Repair Days': 2 },
      { ...row, 'Repair Days': 3, 'Uptime %': 98 },
    ],
    [known],
  );
  const reason = 'the hospital has contract AMC-1, which stays as it is';
  expect(notesOf(rows)).toEqual([
    [],
    [`Repair days "3" was left out: ${reason}.`, `Uptime % "98" was left out: ${reason}.`],
  ]);
});

test('the hospital is queried once per number with contract data, including numbers made from a serial', async () => {
  const columns = ['Warranty Number', 'Warranty Start', 'Warranty Duration', 'Contract Kind'];
  const parsed = await readRows([
    [...HEADER, ...columns],
    ['A1', 'Pump', 'BPL', 'X1', 'AMC-1', null, null, 'AMC'],
    ['A2', 'Pump', 'BPL', 'X1', 'amc-1', null, null, 'AMC'],
    ['A3', 'Pump', 'BPL', 'X1', null, '01/04/2026', 1, 'CMC'],
    ['A4', 'Pump', 'BPL', 'X1', 'W-9', '01/04/2026', 1, null],
    ['A5', 'Pump', 'BPL', 'X1', null, null, null, 'CMC'],
  ]);
  expect(agreementKeysOf(parsed)).toEqual(['amc-1', 'w-a3']);
});

test('a text of more than 255 characters fails its row even without a contract', async () => {
  const row = await readDevice({ 'Contract Covers': 'x'.repeat(256) });
  expect(faultsOf(row)).toEqual(['Contract covers must be at most 255 characters.']);
});
