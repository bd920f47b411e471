import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { equipment } from '#server/db/schema.ts';
import { uploader } from '#tests/support/import-upload.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { bookOf, HEADER, type TestCell } from '#tests/support/workbooks.ts';

/** The importance of equipment types that an import makes. Source: docs/product.md P250. */

let server: TestServer;
let upload: ReturnType<typeof uploader>;
beforeAll(async () => {
  server = await startTestServer();
  upload = uploader(server, await server.as(server.admin));
});
afterAll(() => server.close());

const register = (...rows: [serial: string, name: string, importance?: string][]) =>
  bookOf([
    {
      name: 'R',
      rows: [
        [...HEADER, 'Importance'],
        ...rows.map(([serial, name, importance]): TestCell[] => [serial, name, 'BPL', 'X1', importance ?? null]),
      ],
    },
  ]);
const importanceOf = async (...names: string[]) => {
  const rows = await server.database.db
    .select()
    .from(equipment)
    .where(and(eq(equipment.hospitalId, server.city.id), inArray(equipment.name, names)));
  return Object.fromEntries(rows.map(({ name, importance }) => [name, importance]));
};

test('is asked for new types whose rows do not state it; nothing is written before the answer', async () => {
  const file = register(
    ['IM-1', 'Ventilator'],
    ['IM-2', 'Transport Ventilator'],
    ['IM-3', 'transport  ventilator'],
    ['IM-4', 'Bench Centrifuge'],
    ['IM-5', 'Foot Scale'],
    ['IM-6', 'Foot Scale', 'Critical'],
  );
  const asked = await upload({ file, ask: true });
  expect(asked.report.message).toMatch(/^Check completed: 6 devices can be imported/);
  expect(asked.report.result).toMatchObject({
    CheckOnly: true,
    Importance: [
      { name: 'Transport Ventilator', devices: 2, proposed: 'Critical' },
      { name: 'Bench Centrifuge', devices: 1, proposed: 'Non-Critical' },
    ],
  });
  expect(await importanceOf('Bench Centrifuge')).toEqual({});

  const { report } = await upload({ file, importance: '{"transport ventilator":"Non-Critical"}' });
  expect(report.result).toMatchObject({ CheckOnly: false, SuccessCount: 6 });
  expect(await importanceOf('Transport Ventilator', 'Bench Centrifuge', 'Foot Scale')).toEqual({
    'Transport Ventilator': 'Non-Critical',
    'Bench Centrifuge': 'Non-Critical',
    'Foot Scale': 'Critical',
  });
});

test('is not asked if every type is known or has it in a row', async () => {
  const file = register(['IM-7', 'Bench Centrifuge'], ['IM-8', 'Wax Bath', 'Non-Critical']);
  expect((await upload({ file, ask: true })).report.result).toMatchObject({ CheckOnly: false, SuccessCount: 2 });
});

test.each(['{', '[]', '{"Pump":"High"}', '"Critical"'])(
  'that is not a valid choice is refused: %s',
  async (importance) => {
    const { status, problem } = await upload({ file: register(['IM-9', 'Pump']), importance });
    expect([status, problem.errors]).toEqual([
      400,
      { Importance: ['Importance must be Critical or Non-Critical, by equipment name.'] },
    ]);
  },
);
