import { afterEach, expect, it, vi } from 'vitest';
import { exportRows } from '#ui/lists/export-rows.ts';
import { adminSession, calmStatus, createFakeEngine } from '#tests/support/fake-engine.ts';

const today = { today: '2026-11-21', timeZone: 'Asia/Kolkata' };
const list = { name: 'Breakdown Tickets', header: ['Serial'], cells: [['A-1'], ['A-2']] };
const files: string[] = [];
vi.mock('#ui/platform/save-file.ts', () => ({ saveFile: (_bytes: Blob, name: string) => void files.push(name) }));
afterEach(() => {
  files.length = 0;
});

it('logs an export as an entry before it delivers the file, even offline', async () => {
  const engine = createFakeEngine({ status: { ...calmStatus, offline: true } });
  await exportRows(engine, list, today);
  expect(engine.saved).toMatchObject([{ name: 'reportExport', body: { name: 'Breakdown Tickets', rows: 2 } }]);
  expect(files).toEqual(['Breakdown Tickets 2026-11-21.xlsx']);
});

it('delivers no file if the log entry can neither be saved nor sent', async () => {
  const engine = createFakeEngine();
  const full = vi.spyOn(engine, 'save').mockRejectedValue(new Error('This tablet is full.'));
  await expect(exportRows(engine, list, today)).rejects.toThrow('This tablet is full.');
  full.mockRestore();
  engine.change({ session: { kind: 'signed-in', session: adminSession, offline: false } });
  await expect(exportRows(engine, list, today)).rejects.toThrow();
  expect(files).toEqual([]);
});
