import { afterAll, beforeAll, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { installation } from '#server/db/schema.ts';
import { uploader } from '#tests/support/import-upload.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';
import { bookOf, HEADER } from '#tests/support/workbooks.ts';

/** Rows that failed, corrected without the spreadsheet. Source: docs/product.md P249. */

let server: TestServer;
let admin: TestClient;
let upload: ReturnType<typeof uploader>;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as(server.admin);
  upload = uploader(server, admin);
});
afterAll(() => server.close());

const send = (rows: { row: number; cells: Record<string, string> }[], hospitalId = server.city.id) =>
  admin.call('correctImportRows', { params: { hospitalId }, body: { rows } });

test('failed rows are returned as texts and can be corrected and imported; rows that fail again keep their number', async () => {
  const file = bookOf([
    {
      name: 'R',
      rows: [
        [...HEADER, 'Price', 'DOP', 'Qty'],
        ['COR-1', 'Pump', 'BPL', 'X1', 100, null, 1],
        [null, 'Pump', 'BPL', 'X1', 'free', { t: 'n', v: 43_995, z: 'm/d/yy' }, 1],
        ['COR-3', 'Pump', 'BPL', { t: 'n', v: 45_261, z: 'd-mmm' }, 100, null, 1],
        [1_234_567_890_123_456, 'Pump', 'BPL', 'X1', null, null, 2],
      ],
    },
  ]);
  const { report } = await upload({ file });
  expect(report.result).toMatchObject({ SuccessCount: 1, FailedCount: 3 });
  const [second, third, fourth] = report.result.FailedRows;
  expect(second).toEqual({
    row: 3,
    errors: ['Serial number is required.', 'Price must be a number of 0 or more.'],
    cells: {
      equipmentName: 'Pump',
      makeName: 'BPL',
      modelName: 'X1',
      price: 'free',
      purchaseDate: '2020-06-13',
      quantity: '1',
    },
  });
  expect(third?.cells).toMatchObject({ modelName: '1-Dec' });
  // Its last digits are invented: nothing that could be imported as it is.
  expect(fourth?.cells).toMatchObject({ serialNumber: '', quantity: '2' });

  const corrected = await send([
    { row: 3, cells: { ...second?.cells, serialNumber: 'COR-2', price: '1,25,000' } },
    { row: 4, cells: { ...third?.cells } },
    { row: 5, cells: { ...fourth?.cells, serialNumber: 'cor-1' } },
  ]);
  expect(corrected.answer.message).toBe('Import completed with errors: 2 devices added, 1 row failed.');
  expect(corrected.answer.result).toMatchObject({
    SuccessCount: 2,
    Errors: ['Row 5: Serial number is already in this hospital.'],
    FailedRows: [{ row: 5, cells: { serialNumber: 'cor-1' } }],
  });
  const [device] = await server.database.db.select().from(installation).where(eq(installation.serialNumber, 'COR-2'));
  expect(device).toMatchObject({ price: 125_000, purchaseDate: '2020-06-13' });
});

test('corrected rows are parsed like those of a sheet', async () => {
  const cells = { serialNumber: 'COR-7', equipmentName: '=1+1', makeName: '-do-', modelName: 'X1', colour: 'red' };
  const { answer } = await send([
    { row: 2, cells },
    { row: 9, cells: { ...cells, makeName: 'BPL', serialNumber: 'COR\t8' } },
  ]);
  expect(answer.result.Errors).toEqual([
    'Row 2: Make is required.',
    'Row 9: Serial number has a line break or a tab: give each device its own row.',
  ]);
});

test('a row for an unknown hospital, and an empty list, are refused', async () => {
  expect((await send([{ row: 2, cells: { serialNumber: 'X' } }], 'nobody')).status).toBe(404);
  expect((await send([])).status).toBe(400);
});

test('the report returns the first 200 failed rows for correction', async () => {
  const rows = Array.from({ length: 201 }, () => [null, 'Pump', 'BPL', 'X1']);
  const { report } = await upload({ file: bookOf([{ name: 'R', rows: [HEADER, ...rows] }]), checkOnly: true });
  expect([report.result.FailedCount, report.result.FailedRows.length]).toEqual([201, 200]);
});
