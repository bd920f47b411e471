import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RefusedLayout } from '#contract/calls/import.ts';
import { uploader } from '#tests/support/import-upload.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';
import { bookOf } from '#tests/support/workbooks.ts';

/** Columns that an Admin chooses. Source: docs/product.md P248. */

let server: TestServer;
let admin: TestClient;
let upload: ReturnType<typeof uploader>;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as(server.admin);
  upload = uploader(server, admin);
});
afterAll(() => server.close());

const spanish = (serial: string) =>
  bookOf([
    { name: 'Búsqueda', rows: [['Código'], ['12']] },
    {
      name: 'Inventario',
      rows: [
        [null, null, 'ENE', 'FEB', 'MAR'],
        ['EQUIPO:', 'MARCA', 'MODELO', 'SERIE', 'SERVICIO', 'MARCA'],
        ['Monitor', 'Philips', 'MX450', serial, 'UCI', 'x'],
      ],
    },
  ]);
const choose = (columns: { field: string; header: string }[], hospitalId = server.city.id) =>
  admin.call('chooseImportColumns', { params: { hospitalId }, body: { columns } });

test('a file with unknown headers is answered with its sheets, likely header rows and the columns to choose', async () => {
  const { status, problem } = await upload({ file: spanish('ES-1'), checkOnly: true });
  expect([status, problem.code]).toEqual([422, 'import.refused']);
  const { columns, layout } = problem.context as RefusedLayout;
  expect(columns).toEqual([]);
  expect(layout.sheets).toEqual([
    {
      name: 'Inventario',
      rows: [
        { row: 1, headers: ['ENE', 'FEB', 'MAR'] },
        { row: 2, headers: ['EQUIPO:', 'MARCA', 'MODELO', 'SERIE', 'SERVICIO'] },
        { row: 3, headers: ['Monitor', 'Philips', 'MX450', 'ES-1', 'UCI', 'x'] },
      ],
    },
  ]);
  expect(layout.fields.filter(({ required }) => required).map(({ label }) => label)).toEqual([
    'Serial number',
    'Equipment name',
    'Make',
    'Model',
  ]);
});

test("the Admin's choice of columns applies at once and later, for this hospital only", async () => {
  const chosen = await choose([
    { field: 'serialNumber', header: 'SERIE' },
    { field: 'equipmentName', header: 'EQUIPO:' },
    { field: 'makeName', header: 'MARCA' },
    { field: 'modelName', header: 'MODELO' },
    { field: 'departmentName', header: 'SERVICIO' },
  ]);
  expect([chosen.status, chosen.answer]).toEqual([200, { columns: 5 }]);
  const { report } = await upload({ file: spanish('ES-1') });
  expect(report.result).toMatchObject({ SuccessCount: 1, SheetName: 'Inventario', HeaderRow: 2 });
  expect(report.result.Columns).toContainEqual({ field: 'departmentName', label: 'Department', header: 'SERVICIO' });
  expect((await upload({ file: spanish('ES-2') })).report.result.SuccessCount).toBe(1);
  expect((await upload({ file: spanish('ES-3'), hospitalId: server.lake.id })).status).toBe(422);
});

test('the last choice for a header counts; a header without a column is not read', async () => {
  expect((await choose([{ field: 'location', header: 'servicio' }])).status).toBe(200);
  const moved = await upload({ file: spanish('ES-4'), checkOnly: true });
  expect(moved.report.result.Columns).toContainEqual({ field: 'location', label: 'Location', header: 'SERVICIO' });
  expect((await choose([{ field: '', header: 'SERIE' }])).status).toBe(200);
  const { status, problem } = await upload({ file: spanish('ES-4'), checkOnly: true });
  expect(status).toBe(422);
  expect(problem.message).toContain('The column Serial Number is missing.');
  // The words that every register uses can be dismissed as well.
  await choose([{ field: '', header: 'Make' }], server.lake.id);
  const rows = [
    ['S/N', 'Name', 'Make', 'Brand', 'Model'],
    ['LK-1', 'Monitor', 'of 2019', 'Philips', 'MX450'],
  ];
  const lake = await upload({ file: bookOf([{ name: 'R', rows }]), hospitalId: server.lake.id });
  expect(lake.report.result.Columns).toContainEqual({ field: 'makeName', label: 'Make', header: 'Brand' });
  expect((problem.context as RefusedLayout).columns.map(({ field }) => field)).toContain('makeName');
});

test('an unknown column, a header without letters and two columns for one header are refused', async () => {
  for (const columns of [
    [{ field: 'colour', header: 'FARBE' }],
    [{ field: 'makeName', header: '₹ #' }],
    [{ field: 'makeName', header: '' }],
    [
      { field: 'makeName', header: 'MARCA' },
      { field: 'modelName', header: 'marca' },
    ],
  ]) {
    const { status, problem } = await choose(columns);
    expect([status, problem.code]).toEqual([400, 'input.invalid']);
  }
  expect((await choose([], 'nobody')).status).toBe(404);
});
