import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient, TestServer } from '#tests/support/test-server.ts';
import { startTestServer } from '#tests/support/test-server.ts';
import { describeMasterData } from '#tests/support/master-data.ts';

const step = { id: 'a', kind: 'look' as const, title: 'Housing', detail: '' };
const reading = {
  id: 'b',
  kind: 'reading' as const,
  title: 'Rate',
  detail: '',
  unit: 'bpm',
  nominal: 60,
  lower: 57,
  upper: 63,
  source: 'Manual',
  isConfirmed: true,
  needsTester: true,
};

let server: TestServer;
let bme: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
});
afterAll(() => server.close());

const bodyOf = (name: string) => ({ name, steps: [step, reading], equipmentIds: [], modelIds: [] });
const made = async (name: string) => (await bme.call('createProcedure', { body: bodyOf(name) })).answer;

test('a change of steps or name creates a new version, a change of devices does not', async () => {
  const first = await made('Versions');
  const update = async (more: object) => {
    const { answer } = await bme.call('procedure', { params: { id: first.id } });
    const { name, steps, equipmentIds, modelIds, revision } = answer;
    const body = { name, steps, equipmentIds, modelIds, revision, ...more };
    return (await bme.call('updateProcedure', { params: { id: first.id }, body })).answer.version;
  };
  expect(first.version).toBe(1);
  expect(await update({ equipmentIds: [server.city.equipment.ventilator] })).toBe(1);
  expect(await update({ steps: [reading] })).toBe(2);
  expect(await update({})).toBe(2);
  expect(await update({ name: 'Versions, new' })).toBe(3);
});

test('an edit based on a stale state is refused with the current one', async () => {
  const first = await made('Conflict');
  const change = (name: string) =>
    bme.call('updateProcedure', { params: { id: first.id }, body: { ...bodyOf(name), revision: first.revision } });
  expect((await change('Conflict, mine')).status).toBe(200);
  const second = await change('Conflict, theirs');
  expect([second.status, second.problem.code]).toEqual([409, 'record.conflict']);
});

const limitNeeded = 'Enter a limit, or make this step a note.';
const electrical = {
  id: 'earth',
  kind: 'electrical' as const,
  title: 'Earth resistance',
  method: 'earth-device' as const,
  protectionClass: 'I' as const,
  appliedPart: 'BF' as const,
  upper: 200,
};
test.each([
  ['no step', { steps: [] }, 'A procedure has at least one step.'],
  ['61 steps', { steps: Array.from({ length: 61 }, (_none, at) => ({ ...step, id: `s${at}` })) }, 'At most 60 steps.'],
  ['a duplicate step', { steps: [step, step] }, 'Each step may appear only once.'],
  [
    'a lower limit above the upper one',
    { steps: [{ ...reading, lower: 70 }] },
    'The lower limit must not be above the upper one.',
  ],
  ['a reading without a limit', { steps: [{ ...reading, lower: null, upper: null }] }, limitNeeded],
  ['electrical safety without an upper limit', { steps: [{ ...electrical, upper: null, lower: 5 }] }, limitNeeded],
  ['a step without a name', { steps: [{ ...step, title: ' ' }] }, 'Each step needs a name.'],
])('%s is refused', async (_what, more, sentence) => {
  const { status, problem } = await bme.call('createProcedure', { body: { ...bodyOf('Refused'), ...more } });
  expect([status, Object.values(problem.errors ?? {}).flat()]).toEqual([400, [sentence]]);
});

test('60 steps are accepted', async () => {
  const steps = Array.from({ length: 60 }, (_none, at) => ({ ...step, id: `s${at}` }));
  expect((await bme.call('createProcedure', { body: { ...bodyOf('Sixty'), steps } })).status).toBe(201);
});

test('equipment types and models of another hospital are not found', async () => {
  const ask = async (more: object) => {
    const { status, problem } = await bme.call('createProcedure', { body: { ...bodyOf('Foreign'), ...more } });
    return [status, problem.errors];
  };
  expect(await ask({ equipmentIds: [server.lake.equipment.ventilator] })).toEqual([
    400,
    { equipmentIds: ['One of these equipment types does not exist.'] },
  ]);
  expect(await ask({ modelIds: [server.lake.models.ventilator] })).toEqual([
    400,
    { modelIds: ['One of these models does not exist.'] },
  ]);
});

test('a copy has the same steps and must have a new name', async () => {
  const first = await made('Original');
  const copy = (name: string) => bme.call('copyProcedure', { params: { id: first.id }, body: { name } });
  const { status, answer } = await copy('Original for class II');
  expect([status, answer.steps, answer.equipmentIds]).toEqual([201, first.steps, []]);
  const { status: taken, problem } = await copy('original');
  expect([taken, problem.errors]).toEqual([409, { name: ['A procedure with this name already exists.'] }]);
});

test('a retired procedure disappears from lists and tablets until Undo', async () => {
  const { id, name } = await made('Retired');
  const names = async () =>
    (await bme.call('procedurePage', { query: { search: 'retired' } })).answer.items.map((row) => row.name);
  expect((await bme.call('deleteProcedure', { params: { id } })).status).toBe(204);
  expect(await names()).toEqual([]);
  expect((await bme.call('restoreProcedure', { params: { id } })).status).toBe(200);
  expect(await names()).toEqual([name]);
});

test('P242 the list says which applied part is named but not measured', async () => {
  const leakage = { ...electrical, id: 'leakage', title: 'Leakage', method: 'leakage-direct' as const, upper: 500 };
  const cf = { ...leakage, id: 'cf', appliedPart: 'CF' as const };
  const part = { ...cf, id: 'part', method: 'applied-part-direct' as const, upper: 50 };
  for (const [name, steps] of [
    ['Parts: BF', [leakage]],
    ['Parts: CF', [cf, leakage]],
    ['Parts: earth', [{ ...electrical, appliedPart: 'CF' as const }]],
    ['Parts: measured', [cf, part]],
  ] as const) {
    const body = { ...bodyOf(name), steps: [...steps] };
    expect((await bme.call('createProcedure', { body })).status).toBe(201);
  }
  const { answer } = await bme.call('procedurePage', { query: { search: 'Parts' } });
  expect(answer.items.map(({ name, unmeasuredPart }) => [name, unmeasuredPart])).toEqual([
    ['Parts: BF', 'BF'],
    ['Parts: CF', 'CF'],
    ['Parts: earth', null],
    ['Parts: measured', null],
  ]);
});

test('the starter set is added once, for the equipment types it names', async () => {
  const lake = await server.as(server.lake.users.bme);
  const add = async () => (await lake.call('addStarterProcedures', { body: {} })).answer;
  const [one, two] = await Promise.all([add(), add()]);
  const counts = [one, two].map(({ added }) => added).toSorted((a, b) => a - b);
  expect(counts).toEqual([0, one.added + one.skipped]);
  expect(counts[1]).toBeGreaterThanOrEqual(20);
  const { answer } = await lake.call('procedurePage', { query: { search: 'ventilator' } });
  expect(answer.items).toEqual([
    expect.objectContaining({ name: 'Ventilator, half-yearly test', usedFor: 'Ventilator', version: 1 }),
  ]);
  expect(answer.items[0]?.unconfirmedCount).toBeGreaterThan(0);
});

const testerBody = { name: 'Analyser', serialNumber: 'ESA-9', certificateNumber: 'N-1', dueOn: '2027-01-31' };
let testers = 0;

describeMasterData({
  noun: 'tester',
  calls: { page: 'testerPage', read: 'tester', create: 'createTester', update: 'updateTester' },
  body: () => ({ ...testerBody, serialNumber: `ESA-${(testers += 1)}` }),
  edit: () => ({ ...testerBody, serialNumber: `ESA-${(testers += 1)}` }),
  record: () => ({
    ...testerBody,
    serialNumber: expect.stringMatching(/^ESA-\d+$/) as unknown,
    laboratory: '',
    calibratedOn: '',
    uncertainty: '',
    range: '',
    certificateId: expect.any(String) as unknown,
    file: null,
  }),
  refused: [
    ['name', '', 'Name is required.'],
    ['serialNumber', '', 'Serial number is required.'],
    ['certificateNumber', '', 'Certificate number is required.'],
    ['dueOn', '', 'Due date is required.'],
    ['dueOn', '2027-02-30', 'Due date is required.'],
  ],
  searches: [],
  // tests/security/who-may-what.test.ts covers ids of another hospital.
  seeded: () => 'somebody',
});

test('the certificates of a tester keep their files, even when it is deleted', async () => {
  const { answer: made } = await bme.call('createTester', { body: { ...testerBody, serialNumber: 'ESA-OLD' } });
  const params = { id: made.id };
  const attach = (text: string) => {
    const form = new FormData();
    form.append('File', new Blob([`%PDF-1.7 ${text}`]), `${text}.pdf`);
    return server.app.inject({
      method: 'POST',
      url: `/api/Tester/${made.id}/file`,
      headers: { authorization: `Bearer ${bme.session?.token ?? ''}` },
      payload: form,
    });
  };
  expect((await attach('first')).statusCode).toBe(201);
  server.clock.advance(60_000);
  const next = { ...testerBody, serialNumber: 'ESA-OLD', certificateNumber: 'N-2', dueOn: '2028-01-31' };
  await bme.call('updateTester', { params, body: { ...next, revision: made.revision } });
  expect((await attach('second')).statusCode).toBe(201);
  expect((await bme.call('deleteTester', { params })).status).toBe(204);
  const { answer } = await bme.call('testerCertificates', { params });
  expect(answer).toMatchObject({
    name: 'Analyser',
    serialNumber: 'ESA-OLD',
    isDeleted: true,
    certificates: [
      { number: 'N-2', dueOn: '2028-01-31', isInForce: true, file: { name: 'second.pdf' } },
      { id: made.certificateId, number: 'N-1', isInForce: false, file: { name: 'first.pdf', mime: 'application/pdf' } },
    ],
  });
  const [second, first] = answer.certificates;
  expect(Date.parse(second!.addedAt) - Date.parse(first!.addedAt)).toBeGreaterThanOrEqual(60_000);
});

test('an app of an earlier release with its own list of steps does not revert a corrected limit', async () => {
  const other = { ...step, id: 'other' };
  const made = await bme.call('createProcedure', { body: { ...bodyOf('Old app'), steps: [other, reading] } });
  const { id, revision } = made.answer;
  const update = (steps: unknown[], sent: string) =>
    bme.call('updateProcedure', {
      params: { id },
      body: { ...bodyOf('Old app'), steps: steps as never, revision: sent },
    });
  expect((await update([other, { ...reading, upper: 61 }], revision)).status).toBe(200);
  const mine = [{ ...other, title: 'Renamed' }, reading];
  const refused = await update(mine, revision);
  const { current, opened } = refused.problem.context as Record<string, { revision: string; steps: unknown }>;
  expect(opened).toEqual(made.answer);
  // "Keep mine" in that release sent the whole list, with the revision from the conflict.
  const kept = await update(mine, current?.revision ?? '');
  expect(kept.status).toBe(200);
  expect(kept.answer.steps).toEqual([
    expect.objectContaining({ id: 'other', title: 'Renamed' }),
    expect.objectContaining({ id: reading.id, upper: 61 }),
  ]);
});

test('P217 a tester records how it was calibrated; a program without these fields leaves them unchanged', async () => {
  const calibration = { laboratory: 'NABL Pune', calibratedOn: '2026-01-04', uncertainty: '±2 %', range: '0 to 10 mA' };
  const blank = { laboratory: '', calibratedOn: '', uncertainty: '', range: '' };
  const body = { ...testerBody, serialNumber: 'ESA-CAL' };
  const { answer: made } = await bme.call('createTester', { body });
  expect(made).toMatchObject(blank);
  const rowOf = async () => (await bme.call('testerPage', { query: { search: 'ESA-CAL' } })).answer.items[0];
  expect(await rowOf()).toMatchObject(blank);
  const whole = await bme.call('createTester', { body: { ...body, ...calibration, serialNumber: 'ESA-WHOLE' } });
  expect(whole.answer).toMatchObject(calibration);
  const params = { id: made.id };
  const update = async (more: object, revision: string) =>
    bme.call('updateTester', { params, body: { ...body, ...more, revision } });
  const { answer: added } = await update(calibration, made.revision);
  expect(added).toMatchObject({ ...calibration, certificateId: made.certificateId });
  const { answer: named } = await update({ name: 'Analyser 2' }, added.revision);
  expect(named).toMatchObject(calibration);
  expect(await rowOf()).toMatchObject(calibration);
  const { answer: pulled } = await bme.call('syncChanges', { query: { limit: 10_000 } });
  const rows = pulled.rows.flatMap(({ kind, rows: some }) => (kind === 'tester' ? some : []));
  expect(rows.find(({ id }) => id === made.id)).toMatchObject({
    certificates: [{ id: made.certificateId, calibration }],
  });
  const { answer: renewed } = await update({ certificateNumber: 'N-9' }, named.revision);
  expect(renewed).toMatchObject(blank);
  const late = await update({ calibratedOn: '2099-01-01' }, renewed.revision);
  expect(late.problem.errors).toEqual({ calibratedOn: ['The calibration must not be after the due date.'] });
  const wrong = await update({ calibratedOn: '2026-02-30' }, renewed.revision);
  expect(wrong.problem.errors).toEqual({ calibratedOn: ['Please enter a valid date.'] });
});
