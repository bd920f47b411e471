import { sql, type SQL } from 'drizzle-orm';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import type { SerialSuggestion, WarrantyRow } from '#contract/calls/warranty.ts';
import type { DirectHandlers, Handlers } from '../context.ts';
import { containing, pageAnswer, pageWindow } from '../records/page.ts';
import type { HospitalScope } from '../db/scope.ts';
import { writeSheet } from '../import/write-sheet.ts';
import { listed, suggestions, warrantyRecord, warrantyRows } from './covered.ts';

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

/** Warranties: their page, one of them, and what their form chooses from. */
export const warrantyListHandlers = {
  warrantyPage: async ({ query, hospital }) => {
    const window = pageWindow(query);
    const [count] = await hospital.rows<{ count: string }>(
      sql`select count(*) as count from warranty where ${listed(hospital, query.search)}`,
    );
    const items = await warrantyRows(hospital, query.search, window);
    return pageAnswer(items, Number(count?.count ?? 0), window);
  },

  warranty: ({ params, hospital }) => warrantyRecord(hospital, params.id),

  warrantySerials: ({ query, hospital }) => bySerial(hospital, query.SerialNumber, sql`true`),

  warrantySerialsOfMake: ({ params, hospital }) =>
    bySerial(hospital, params.name, sql`i.equipment_id = ${params.equipmentId} and i.make_id = ${params.makeId}`),
} satisfies Handlers<'warrantyPage' | 'warranty' | 'warrantySerials' | 'warrantySerialsOfMake'>;

/** Returns the list as a sheet. */
export const warrantyDirectHandlers = {
  warrantyDownload: async ({ query, hospital, note, reply }) => {
    const rows = await warrantyRows(hospital, query.search);
    await note('export.warranties');
    const sheet = await writeSheet({ name: 'Warranties', rows: [columns, ...rows.map(cellsOf)] });
    void reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', 'attachment; filename="warranties.xlsx"')
      .send(sheet);
  },
} satisfies DirectHandlers<'warrantyDownload'>;

/** Serials that begin with the text come first. */
function bySerial(scope: HospitalScope, text: string, where: SQL): Promise<SerialSuggestion[]> {
  const pattern = containing(text);
  const place = sql`position(${text.trim().toLowerCase()} in lower(i.serial_number))`;
  return suggestions(
    scope,
    sql`i.search like ${pattern} and lower(i.serial_number) like ${pattern} and ${where}`,
    sql`${place}, lower(i.serial_number) limit ${maxListedSuggestions}`,
  );
}

function cellsOf(row: WarrantyRow): string[] {
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
