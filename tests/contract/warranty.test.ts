import { randomUUID } from 'node:crypto';
import { read, utils } from '@e965/xlsx';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WarrantyRecord } from '#contract/calls/warranty.ts';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { installation, task, warranty } from '#server/db/schema.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

type Body = BodyInput<Calls['saveWarranty']>;

let server: TestServer;
let bme: TestClient;
const start = async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
};

/** Two ventilators for two years, quarterly, from 31 Jan 2026. */
const contract = (more: Partial<Body> = {}): Body => ({
  warrantyNumber: 'CMC-7',
  equipmentId: server.city.equipment.ventilator,
  makeId: server.city.makeId,
  pmFrequency: 'quarterly',
  pmCount: 3,
  warrantyStartDate: '2026-01-31',
  warrantyDurationInYear: 2,
  selectedSerials: [{ serialNumber: 'VENT-0001' }, { serialNumber: 'VENT-0002' }],
  ...more,
});
const save = async (more: Partial<Body> = {}) => {
  const made = await bme.call('saveWarranty', { body: contract(more), key: randomUUID() });
  expect([made.status, made.problem.message]).toEqual([201, undefined]);
  return made.answer;
};
const head = async (): Promise<number> => (await bme.call('syncChanges')).answer.head;

/** Returns a warranty's remaining tasks as `serial date`, with a mark for closed ones. */
async function tasksOf(warrantyId: string): Promise<string[]> {
  const rows = await server.database.db
    .select({ serial: installation.serialNumber, task })
    .from(task)
    .innerJoin(installation, eq(installation.id, task.deviceId))
    .where(and(eq(task.sourceKind, 'warranty'), eq(task.sourceId, warrantyId)))
    .orderBy(asc(installation.serialNumber), asc(task.taskDate));
  return rows
    .filter((row) => row.task.removedAt === null)
    .map((row) => `${row.serial} ${row.task.taskDate}${row.task.closedAt === null ? '' : ' closed'}`);
}

describe('An invalid warranty form', () => {
  beforeAll(start);
  afterAll(() => server.close());

  const incomplete = 'Please fill out the form completely and select at least one serial number.';
  const monthsRule = 'Extra Months must be a whole number from 0 to 11.';
  const cases: [string, object, keyof Body, string][] = [
    ['no number', { warrantyNumber: ' ' }, 'warrantyNumber', 'Warranty Number is required.'],
    ['no equipment', { equipmentId: '' }, 'equipmentId', 'Equipment is required.'],
    ['no make', { makeId: '' }, 'makeId', 'Make is required.'],
    ['no frequency', { pmFrequency: '' }, 'pmFrequency', 'PM Frequency is required.'],
    ['an unknown frequency', { pmFrequency: 'hourly' }, 'pmFrequency', 'PM Frequency is required.'],
    ['a count below 0', { pmCount: -1 }, 'pmCount', 'PM Count must be 0 or greater.'],
    ['no count', { pmCount: null }, 'pmCount', 'PM Count must be 0 or greater.'],
    ['no start', { warrantyStartDate: '' }, 'warrantyStartDate', 'Warranty Start Date is required.'],
    [
      'an invalid start date',
      { warrantyStartDate: '2026-02-30' },
      'warrantyStartDate',
      'Warranty Start Date is required.',
    ],
    [
      'an implausible year',
      { warrantyStartDate: '9990-01-01' },
      'warrantyStartDate',
      'Please enter a date between 1950 and 2100.',
    ],
    ['no duration', { warrantyDurationInYear: null }, 'warrantyDurationInYear', 'Warranty Duration is required.'],
    ['a duration of 0', { warrantyDurationInYear: 0 }, 'warrantyDurationInYear', 'Warranty Duration is required.'],
    [
      'a duration of 0 years and 0 months',
      { warrantyDurationInYear: 0, warrantyExtraMonths: 0 },
      'warrantyDurationInYear',
      'Warranty Duration is required.',
    ],
    [
      'a duration of 50 years and a month',
      { warrantyDurationInYear: 50, warrantyExtraMonths: 1 },
      'warrantyDurationInYear',
      'At most 50 years.',
    ],
    ['12 extra months', { warrantyExtraMonths: 12 }, 'warrantyExtraMonths', monthsRule],
    ['half an extra month', { warrantyExtraMonths: 0.5 }, 'warrantyExtraMonths', monthsRule],
    ['no serial', { selectedSerials: [] }, 'selectedSerials', incomplete],
    [
      'a serial of another hospital',
      { selectedSerials: [{ serialNumber: 'LVENT-0001' }] },
      'selectedSerials',
      'Not installed here: LVENT-0001.',
    ],
    [
      'a serial of another equipment',
      { selectedSerials: [{ serialNumber: 'mon-0001' }] },
      'selectedSerials',
      'Not of the chosen equipment and make: MON-0001.',
    ],
  ];
  test.each(cases)('%s is refused at its field with the documented message', async (_what, more, field, text) => {
    const { status, problem } = await bme.call('saveWarranty', { body: contract(more as Partial<Body>) });
    expect([status, problem.code, problem.errors]).toEqual([400, 'input.invalid', { [field]: [text] }]);
  });

  test.each([
    ['equipmentId', 'equipment', 'This equipment does not exist.'],
    ['makeId', 'make', 'This make does not exist.'],
  ] as const)('an %s of another hospital is not found', async (field, _what, text) => {
    const { lake } = server;
    const foreign = { equipmentId: lake.equipment.ventilator, makeId: lake.makeId };
    const { status, problem } = await bme.call('saveWarranty', { body: contract({ [field]: foreign[field] }) });
    expect([status, problem.errors]).toEqual([400, { [field]: [text] }]);
  });

  test('a device sent with an id of another hospital is found by its serial here, or refused', async () => {
    const installationBaseEntityId = server.lake.devices['LVENT-0001'] ?? '';
    const selectedSerials = [{ serialNumber: 'LVENT-0001', installationBaseEntityId }];
    const { problem } = await bme.call('saveWarranty', { body: contract({ selectedSerials }) });
    expect(problem.errors).toEqual({ selectedSerials: ['Not installed here: LVENT-0001.'] });
  });

  test('a number that exists in another case is refused', async () => {
    const { status, problem } = await bme.call('saveWarranty', { body: contract({ warrantyNumber: 'amc-1' }) });
    expect([status, problem.code, problem.errors]).toEqual([
      409,
      'record.duplicate',
      { warrantyNumber: ['A warranty with this number already exists.'] },
    ]);
  });

  test.each(['warranty', 'updateWarranty', 'deleteWarranty', 'restoreWarranty'] as const)(
    '%s finds neither unknown warranties nor those of another hospital',
    async (name) => {
      for (const id of [server.lake.warrantyId, 'nobody']) {
        const body = name === 'updateWarranty' ? { body: contract() } : {};
        const { status, problem } = await bme.call(name, { params: { id }, ...body });
        expect([status, problem.message]).toEqual([404, 'This warranty does not exist.']);
      }
    },
  );
});

describe('A warranty', () => {
  beforeEach(start);
  afterEach(() => server.close());

  test('ends by the rule, in the hospital of the session, whatever the body says', async () => {
    const more = { warrantyEndDate: '2099-01-01', hospitalId: server.lake.id };
    const { id, ...made } = await save(more as Partial<Body>);
    expect(made).toMatchObject({
      hospitalId: server.city.id,
      warrantyNumber: 'CMC-7',
      pmFrequency: 'quarterly',
      pmCount: 3,
      warrantyStartDate: '2026-01-31',
      warrantyEndDate: '2028-01-30',
      warrantyDurationInYear: 2,
    });
    expect(made.selectedSerials.map(({ serialNumber }) => serialNumber)).toEqual(['VENT-0001', 'VENT-0002']);
    expect((await bme.call('warranty', { params: { id } })).answer).toEqual({ id, ...made });
  });

  test('sent twice with one key is created once', async () => {
    const key = randomUUID();
    const [first, second] = await Promise.all([1, 2].map(() => bme.call('saveWarranty', { body: contract(), key })));
    expect([first?.status, second?.status, second?.answer.id]).toEqual([201, 201, first?.answer.id]);
    expect(await tasksOf(first?.answer.id ?? '')).toHaveLength(6);
    const other = await bme.call('saveWarranty', { body: contract({ warrantyNumber: 'CMC-8' }), key });
    expect([other.status, other.problem.code]).toEqual([422, 'key.reused']);
  });

  const plans: [string, Partial<Body>, string[]][] = [
    ['quarterly from a month end', {}, ['2026-04-30', '2026-07-31', '2026-10-31']],
    ['monthly over a short month', { pmFrequency: 'monthly', pmCount: 2 }, ['2026-02-28', '2026-03-31']],
    ['yearly, none after the end', { pmFrequency: 'yearly', pmCount: 5 }, ['2027-01-31']],
    ['weekly', { pmFrequency: 'weekly', pmCount: 2 }, ['2026-02-07', '2026-02-14']],
    ['no maintenance', { pmCount: 0 }, []],
  ];
  test.each(plans)('plans the maintenance of each device: %s', async (_what, more, dates) => {
    const { id } = await save(more);
    expect(await tasksOf(id)).toEqual(
      ['VENT-0001', 'VENT-0002'].flatMap((serial) => dates.map((date) => `${serial} ${date}`)),
    );
  });

  const changes: [string, Partial<Body>, string[]][] = [
    [
      'a later start moves the open ones',
      { warrantyStartDate: '2026-02-15' },
      [
        'VENT-0001 2026-04-30 closed',
        'VENT-0001 2026-08-15',
        'VENT-0001 2026-11-15',
        'VENT-0002 2026-05-15',
        'VENT-0002 2026-08-15',
        'VENT-0002 2026-11-15',
      ],
    ],
    ['a smaller count removes the last ones', { pmCount: 1 }, ['VENT-0001 2026-04-30 closed', 'VENT-0002 2026-04-30']],
    ['a count of 0 keeps what was done', { pmCount: 0 }, ['VENT-0001 2026-04-30 closed']],
    [
      'a device taken out loses its open ones',
      { selectedSerials: [{ serialNumber: 'VENT-0002' }] },
      ['VENT-0001 2026-04-30 closed', 'VENT-0002 2026-04-30', 'VENT-0002 2026-07-31', 'VENT-0002 2026-10-31'],
    ],
    [
      'the same form again changes nothing',
      {},
      [
        'VENT-0001 2026-04-30 closed',
        'VENT-0001 2026-07-31',
        'VENT-0001 2026-10-31',
        'VENT-0002 2026-04-30',
        'VENT-0002 2026-07-31',
        'VENT-0002 2026-10-31',
      ],
    ],
  ];
  test.each(changes)('changed after a first maintenance was closed: %s', async (_what, more, tasks) => {
    const { id } = await save();
    const all = await server.database.db.select().from(task).where(eq(task.sourceId, id));
    const first = all.find((row) => row.deviceId === server.city.devices['VENT-0001'] && row.occurrence === 1);
    await bme.call('closeTask', { body: { taskId: first?.id ?? '', actionTaken: 'Cleaned' }, key: randomUUID() });
    const changed = await bme.call('updateWarranty', { params: { id }, body: contract(more) });
    expect(changed.status).toBe(200);
    expect(await tasksOf(id)).toEqual(tasks);
  });

  test('changed by two keeps the first edit; the second gets a conflict with the current state', async () => {
    const { id, revision } = await save();
    const params = { id };
    const first = await bme.call('updateWarranty', { params, body: contract({ pmCount: 1, revision }) });
    expect([first.status, first.answer.pmCount]).toEqual([200, 1]);
    const second = await bme.call('updateWarranty', { params, body: contract({ pmCount: 2, revision }) });
    expect([second.status, second.problem.code]).toEqual([409, 'record.conflict']);
    const { current, opened } = second.problem.context as Record<string, { revision: string; pmCount: number }>;
    expect([current?.pmCount, opened?.pmCount, opened?.revision]).toEqual([1, 3, revision]);
    expect(await tasksOf(id)).toHaveLength(2);
    // An app of an earlier release sends its whole form: values it did not change keep the other user's edits.
    const mine = contract({ notes: 'Mine', revision: current?.revision ?? '' });
    const kept = await bme.call('updateWarranty', { params, body: mine });
    expect([kept.status, kept.answer.pmCount, kept.answer.notes]).toEqual([200, 1, 'Mine']);
    const stale = await bme.call('updateWarranty', { params, body: mine });
    expect(stale.problem.code).toBe('record.conflict');
    const onward = { revision: kept.answer.revision };
    expect((await bme.call('updateWarranty', { params, body: contract(onward) })).status).toBe(200);
  });

  test('can be changed by the documented save call in the same way', async () => {
    const { id } = await save();
    const again = await save({ id, warrantyNumber: 'CMC-7/2', warrantyDurationInYear: 1 });
    expect([again.id, again.warrantyNumber, again.warrantyEndDate]).toEqual([id, 'CMC-7/2', '2027-01-30']);
    const rows = await server.database.db.select().from(task).where(eq(task.sourceId, id));
    expect(new Set(rows.map(({ warrantyNumber }) => warrantyNumber))).toEqual(new Set(['CMC-7/2']));
  });

  test('may last months in addition to years; a change that omits them keeps them', async () => {
    const said = ({ warrantyDurationInYear: years, warrantyExtraMonths: months, warrantyEndDate }: WarrantyRecord) => [
      years,
      months,
      warrantyEndDate,
    ];
    const made = await save({ warrantyDurationInYear: 1, warrantyExtraMonths: 6, pmCount: 20 });
    const { id, revision } = made;
    expect(said(made)).toEqual([1, 6, '2027-07-30']);
    expect((await tasksOf(id)).findLast((each) => each.startsWith('VENT-0001'))).toBe('VENT-0001 2027-04-30');
    const change = async (more: Partial<Body>) =>
      said((await bme.call('updateWarranty', { params: { id }, body: contract(more), key: randomUUID() })).answer);
    expect(await change({ warrantyDurationInYear: 1, revision })).toEqual([1, 6, '2027-07-30']);
    expect(await change({ warrantyDurationInYear: 2 })).toEqual([2, 6, '2028-07-30']);
    expect(await change({ warrantyDurationInYear: 0, warrantyExtraMonths: 1 })).toEqual([0, 1, '2026-02-27']);
    expect(await change({ warrantyDurationInYear: 2, warrantyExtraMonths: null })).toEqual([2, 0, '2028-01-30']);
  });

  test('reaches tablets on its devices and tasks when created, changed and deleted', async () => {
    const device = server.city.devices['VENT-0001'] ?? '';
    const seen = async (from: number) => {
      const { answer } = await bme.call('syncChanges', { query: { cursor: from } });
      const devices = answer.rows.find(({ kind }) => kind === 'device')?.rows ?? [];
      const cover = devices.flatMap((row) => (row.id === device && 'warranties' in row ? row.warranties : []));
      const count = (kind: string) => answer.rows.find((rows) => rows.kind === kind)?.rows.length ?? 0;
      return { cover, tasks: count('task'), gone: answer.tombstones.filter(({ kind }) => kind === 'task').length };
    };
    let from = await head();
    const { id } = await save({ warrantyDurationInYear: 5 });
    const cover = { number: 'CMC-7', start: '2026-01-31', end: '2031-01-30' };
    expect(await seen(from)).toEqual({ cover: expect.arrayContaining([cover]), tasks: 6, gone: 0 });
    from = await head();
    await bme.call('deleteWarranty', { params: { id } });
    expect(await seen(from)).toMatchObject({ cover: [{ number: 'AMC-1' }], tasks: 0, gone: 6 });
    from = await head();
    await bme.call('restoreWarranty', { params: { id } });
    expect(await seen(from)).toEqual({ cover: expect.arrayContaining([cover]), tasks: 6, gone: 0 });
  });

  test('disappears from list and form when deleted; its closed maintenance stays, and Undo restores all of it', async () => {
    const { id } = await save();
    const before = await tasksOf(id);
    const all = await server.database.db.select().from(task).where(eq(task.sourceId, id)).orderBy(asc(task.taskDate));
    await bme.call('closeTask', { body: { taskId: all[0]?.id ?? '', actionTaken: 'Cleaned' }, key: randomUUID() });
    const key = randomUUID();
    expect((await bme.call('deleteWarranty', { params: { id }, key })).status).toBe(204);
    expect((await bme.call('deleteWarranty', { params: { id }, key })).status).toBe(204);
    expect((await bme.call('deleteWarranty', { params: { id } })).status).toBe(404);
    expect((await bme.call('warranty', { params: { id } })).status).toBe(404);
    expect((await bme.call('warrantyPage', { query: { search: 'cmc-7' } })).answer.items).toEqual([]);
    expect(await tasksOf(id)).toEqual([expect.stringMatching(/ 2026-04-30 closed$/)]);

    const back = await bme.call('restoreWarranty', { params: { id } });
    expect([back.status, back.answer.warrantyNumber]).toEqual([200, 'CMC-7']);
    expect((await tasksOf(id)).map((text) => text.replace(' closed', ''))).toEqual(before);
    expect((await bme.call('warrantyPage', { query: { search: 'cmc-7' } })).answer.totalCount).toBe(1);
  });

  test('cannot be restored once its number is used by another', async () => {
    const { id } = await save();
    await bme.call('deleteWarranty', { params: { id } });
    await save();
    const { status, problem } = await bme.call('restoreWarranty', { params: { id } });
    expect([status, problem.code]).toEqual([409, 'record.duplicate']);
  });

  test('that an import created for several equipment types keeps its devices when edited', async () => {
    const { db } = server.database;
    const { id, selectedSerials } = await save();
    const mixed = [...selectedSerials, { serialNumber: 'MON-0001' }];
    const { city } = server;
    await db.update(warranty).set({ equipmentId: null, pmFrequency: null }).where(eq(warranty.id, id));
    await db
      .update(installation)
      .set({ equipmentId: city.equipment.monitor })
      .where(eq(installation.serialNumber, 'VENT-0002'));
    const shown = await bme.call('warranty', { params: { id } });
    expect(shown.answer).toMatchObject({ equipmentId: city.equipment.ventilator, pmFrequency: null });
    const edit = { ...contract({ pmCount: 1 }), selectedSerials };
    expect((await bme.call('updateWarranty', { params: { id }, body: edit })).status).toBe(200);
    const refused = await bme.call('updateWarranty', { params: { id }, body: { ...edit, selectedSerials: mixed } });
    expect(refused.problem.errors).toEqual({ selectedSerials: ['Not of the chosen equipment and make: MON-0001.'] });
    const { answer } = await bme.call('warrantyPage', { query: { search: 'CMC-7' } });
    expect(answer.items[0]).toMatchObject({ equipmentName: 'Patient Monitor, Ventilator', makeName: 'Aerolife' });
  });

  test('keeps a retired device hidden and without tasks', async () => {
    const { id } = await save();
    await server.database.db
      .update(installation)
      .set({ retiredAt: server.clock.now })
      .where(eq(installation.serialNumber, 'VENT-0002'));
    const { answer } = await bme.call('warrantyPage', { query: { search: 'CMC-7' } });
    expect(answer.items[0]).toMatchObject({ numberOfEquipments: 1, serialNumbers: ['VENT-0001'] });
    const body = contract({ selectedSerials: [{ serialNumber: 'VENT-0001' }] });
    await bme.call('updateWarranty', { params: { id }, body });
    expect(await tasksOf(id)).toHaveLength(3);
    await server.database.db
      .update(installation)
      .set({ retiredAt: null })
      .where(eq(installation.serialNumber, 'VENT-0002'));
    expect((await bme.call('warranty', { params: { id } })).answer.selectedSerials).toHaveLength(2);
  });
});

describe('The list of warranties', () => {
  beforeAll(async () => {
    await start();
    await save();
    await save({ warrantyNumber: '100%/B', selectedSerials: [{ serialNumber: 'VENT-0002' }] });
  });
  afterAll(() => server.close());

  test.each([
    ['nothing', '', ['100%/B', 'AMC-1', 'CMC-7']],
    ['a part of the number in any case', 'cmc', ['CMC-7']],
    ['an SQL wildcard', '%', ['100%/B']],
    ['an equipment name, which is not a number', 'Ventilator', []],
    ['a number of another hospital', 'LAMC', []],
  ])('is searched by %s', async (_what, search, numbers) => {
    const { answer } = await bme.call('warrantyPage', { query: { search } });
    expect([answer.items.map(({ warrantyNumber }) => warrantyNumber), answer.totalCount]).toEqual([
      numbers,
      numbers.length,
    ]);
  });

  test('shows equipment, make, devices and dates', async () => {
    const { answer } = await bme.call('warrantyPage', { query: { search: 'AMC-1' } });
    expect(answer.items).toEqual([
      {
        id: server.city.warrantyId,
        warrantyNumber: 'AMC-1',
        equipmentName: 'Ventilator',
        makeName: 'Aerolife',
        numberOfEquipments: 2,
        serialNumbers: ['VENT-0001', 'VENT-0002'],
        warrantyStart: '2026-01-01',
        warrantyEnd: '2027-12-31',
        noticeOn: null,
        kind: 'Warranty',
        vendorName: '',
      },
    ]);
  });

  test('is paged', async () => {
    const { answer } = await bme.call('warrantyPage', { query: { page: 2, pageSize: 2 } });
    expect([answer.items.map(({ warrantyNumber }) => warrantyNumber), answer.totalPages]).toEqual([['CMC-7'], 2]);
  });

  test('is exported as filtered', async () => {
    const { status, header, response } = await bme.call('warrantyDownload', { query: { search: 'amc' } });
    expect([status, header('content-disposition')]).toEqual([200, 'attachment; filename="warranties.xlsx"']);
    const book = read(response.rawPayload, { type: 'buffer' });
    expect(utils.sheet_to_json(book.Sheets['Warranties'] ?? {})).toEqual([
      {
        'Warranty Number': 'AMC-1',
        Equipment: 'Ventilator',
        Make: 'Aerolife',
        'Number of Equipments': '2',
        'Serial Numbers': 'VENT-0001, VENT-0002',
        'Start Date': '01/01/2026',
        'End Date': '31/12/2027',
      },
    ]);
  });
});

describe('The choices of the warranty form', () => {
  beforeAll(start);
  afterAll(() => server.close());
  const namesOf = (items: readonly { serialNumber: string }[]) => items.map(({ serialNumber }) => serialNumber);

  test('are the equipment of the hospital with the makes that build it', async () => {
    const { city } = server;
    const makes = [{ id: city.makeId, name: 'Aerolife' }];
    expect((await bme.call('equipmentTypeDropdown')).answer).toEqual([
      { id: city.equipment.monitor, name: 'Patient Monitor', makes },
      { id: city.equipment.ventilator, name: 'Ventilator', makes },
    ]);
  });

  test.each([
    ['0001', ['VENT-0001']],
    ['vent', ['VENT-0001', 'VENT-0002']],
    ['mon', []],
    ['bed', []],
    ['a/b', []],
  ])('are the serials that contain %j, of the chosen equipment and make', async (name, serials) => {
    const { equipment, makeId } = server.city;
    const params = { name, equipmentId: equipment.ventilator, makeId };
    expect(namesOf((await bme.call('warrantySerialsOfMake', { params })).answer)).toEqual(serials);
  });

  test('include no serials for the equipment of another hospital', async () => {
    const { equipment, makeId } = server.lake;
    const params = { name: 'vent', equipmentId: equipment.ventilator, makeId };
    expect((await bme.call('warrantySerialsOfMake', { params })).answer).toEqual([]);
  });

  test('include serials of any equipment for the template form', async () => {
    const { answer } = await bme.call('warrantySerials', { query: { SerialNumber: '0001' } });
    expect(namesOf(answer)).toEqual(['MON-0001', 'VENT-0001']);
    expect(answer[0]).toEqual({
      serialNumber: 'MON-0001',
      hospitalId: server.city.id,
      equipment: 'Patient Monitor',
      make: 'Aerolife',
      model: 'PM-4',
      installationBaseEntityId: server.city.devices['MON-0001'],
    });
  });
});
