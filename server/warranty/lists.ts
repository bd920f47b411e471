import { sql, type SQL } from 'drizzle-orm';
import { noticeDay } from '#contract/rules/agreements/end-steps.ts';
import { coverageWords } from '#contract/rules/agreements/words.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { searchKey } from '#contract/rules/text.ts';
import type { SerialSuggestion, WarrantyRow } from '#contract/calls/warranty.ts';
import type { DirectHandlers, Handlers } from '../context.ts';
import { containing, pageAnswer, pageWindow } from '../records/page.ts';
import { readTogether } from '../db/read-together.ts';
import type { HospitalScope } from '../db/scope.ts';
import { writeSheet } from '../import/write-sheet.ts';
import { type ListedAgreement, listed, suggestions, warrantyRecord, warrantyRows } from './covered.ts';

const maxListedSuggestions = 20;
const columns = [
  'Warranty Number',
  'Equipment',
  'Make',
  'Number of Equipments',
  'Serial Numbers',
  'Start Date',
  'End Date',
];

/** Added after the other columns if a row is a contract of another kind or has terms. */
const agreementColumns = [
  'Kind',
  'Vendor',
  'Contact',
  'Phone',
  'Covers',
  'Exclusions',
  'Visits per Year',
  'Yearly Price',
  'Tax %',
  'Response Hours',
  'Repair Days',
  'Uptime %',
  'Notice Days',
  'Notice By',
];

/** Serves warranties: the list, single records, and the choices of the form. */
export const warrantyListHandlers = {
  warrantyPage: async ({ query, hospital }) => {
    const window = pageWindow(query);
    const reading = readTogether(hospital);
    const [[count], rows] = await Promise.all([
      reading.rows<{ count: string }>(sql`select count(*) as count from warranty where ${listed(hospital, query)}`),
      warrantyRows(reading, query, window),
    ]);
    const items = rows.map(({ contactName: _contact, phone: _phone, terms, ...row }): WarrantyRow => {
      return { ...row, noticeOn: noticeDay(row.warrantyEnd, terms?.noticeDays ?? null) };
    });
    return pageAnswer(items, Number(count?.count ?? 0), window);
  },

  warranty: ({ params, hospital }) => warrantyRecord(hospital, params.id),

  warrantySerials: ({ query, hospital }) => bySerial(hospital, query.SerialNumber, sql`true`),

  warrantySerialsOfMake: ({ params, hospital }) =>
    bySerial(hospital, params.name, sql`i.equipment_id = ${params.equipmentId} and i.make_id = ${params.makeId}`),
} satisfies Handlers<'warrantyPage' | 'warranty' | 'warrantySerials' | 'warrantySerialsOfMake'>;

/** Serves the list as a spreadsheet. */
export const warrantyDirectHandlers = {
  warrantyDownload: async ({ query, hospital, note, reply }) => {
    const rows = await warrantyRows(hospital, query);
    await note('export.warranties');
    const isPlain = rows.every(({ kind, terms }) => kind === 'Warranty' && terms === null);
    const lines = isPlain
      ? [columns, ...rows.map(cellsOf)]
      : [[...columns, ...agreementColumns], ...rows.map((row) => [...cellsOf(row), ...agreementCellsOf(row)])];
    const sheet = await writeSheet({ name: 'Warranties', rows: lines });
    void reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', 'attachment; filename="warranties.xlsx"')
      .send(sheet);
  },
} satisfies DirectHandlers<'warrantyDownload'>;

/** Sorts serials that begin with the text first. */
function bySerial(scope: HospitalScope, text: string, where: SQL): Promise<SerialSuggestion[]> {
  const word = searchKey(text);
  // The index on `search` narrows the rows first.
  const found = sql`i.search like ${containing(word)} and ward_search(i.serial_number) like ${containing(word)}`;
  const place = sql`position(${word} in ward_search(i.serial_number))`;
  return suggestions(
    scope,
    sql`${found} and ${where}`,
    sql`${place}, i.serial_order, i.id limit ${maxListedSuggestions}`,
  );
}

function cellsOf(row: ListedAgreement): string[] {
  return [
    row.warrantyNumber,
    row.equipmentName,
    row.makeName,
    String(row.numberOfEquipments),
    row.serialNumbers.join(', '),
    formatSlashDay(row.warrantyStart),
    formatSlashDay(row.warrantyEnd),
  ];
}

function agreementCellsOf({ kind, vendorName, contactName, phone, terms, warrantyEnd }: ListedAgreement): string[] {
  const noticeOn = noticeDay(warrantyEnd, terms?.noticeDays ?? null);
  const number = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value));
  return [
    kind,
    vendorName,
    contactName,
    phone,
    coverageWords(terms?.covers ?? []),
    terms?.exclusions ?? '',
    number(terms?.visitsPerYear),
    number(terms?.yearlyPrice),
    number(terms?.taxPercent),
    number(terms?.responseHours),
    number(terms?.repairDays),
    number(terms?.uptimePercent),
    number(terms?.noticeDays),
    noticeOn === null ? '' : formatSlashDay(noticeOn),
  ];
}
