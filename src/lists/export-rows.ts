import type { WardEngine } from '#ui/engine/engine.ts';
import { saveFile } from '#ui/platform/save-file.ts';
import { workbook, type SheetValue } from '#ui/platform/workbook.ts';

/** A list or paper to export. */
export interface Exported {
  /** Name of the sheet; the name of the file is this with the day added. */
  name: string;
  header: string[];
  cells: SheetValue[][];
}

/**
 * Saves rows as an .xlsx file once the export is reported for the activity log: without network as an entry that waits
 * like every other. Without a report there is no file. Source: docs/decisions/476-exports-in-the-log.md
 */
export async function exportRows(
  engine: WardEngine,
  { name, header, cells }: Exported,
  { today, timeZone }: { today: string; timeZone: string },
): Promise<void> {
  const file = workbook(name, header, cells, timeZone);
  const session = engine.session();
  const body = { name, rows: cells.length };
  // An Admin's tablet keeps no entries.
  if (session.kind === 'signed-in' && session.session.userRole === 'Admin') await engine.call('reportExport', { body });
  else await engine.save('reportExport', body);
  saveFile(file, `${name.replaceAll(/[^\w-]+/g, ' ')} ${today}.xlsx`);
}
