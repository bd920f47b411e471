import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hospital } from '#server/db/schema.ts';
import { states } from '#server/hospital/places.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';
import { seedPassword } from '#tests/support/seed.ts';

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as(server.admin);
});
afterAll(() => server.close());

const body = {
  name: 'Hill Hospital',
  phone: '0471 222333',
  address: '2 Fort Road',
  stateId: 'KL',
  cityId: 'KL-thiruvananthapuram',
  numberOfBME: 2,
  numberOfBeds: 80,
  email: 'Office@Hill.test',
  password: 'hill-office',
};
const { email: _email, password: _password, ...changes } = body;
const signIn = (email: string, password: string) =>
  server.app.inject({ method: 'POST', url: '/api/Auth/login', payload: { email, password } });

describe('Places', () => {
  test('are the 36 states and union territories with their cities, each id unique', async () => {
    const { answer } = await admin.call('hospitalStates');
    expect(answer).toHaveLength(36);
    expect(answer).toContainEqual({ stateId: 'KL', stateName: 'Kerala' });
    expect(answer).toContainEqual({ stateId: 'TS', stateName: 'Telangana' });
    expect(answer).toContainEqual({ stateId: 'PY', stateName: 'Puducherry' });
    const cities = await admin.call('hospitalCities', { params: { stateId: 'KL' } });
    expect(cities.answer).toContainEqual({ cityId: 'KL-thiruvananthapuram', cityName: 'Thiruvananthapuram' });
    const ids = states.flatMap((state) => [state.stateId, ...state.cities.map(({ cityId }) => cityId)]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('of an unknown state are an empty list', async () => {
    expect((await admin.call('hospitalCities', { params: { stateId: 'XX' } })).answer).toEqual([]);
  });
});

describe('Creating a hospital', () => {
  test('creates its record, its account and an empty replica, once per key', async () => {
    const key = randomUUID();
    const made = await admin.call('createHospital', { body, key });
    expect([made.status, made.answer]).toEqual([
      201,
      {
        ...changes,
        id: made.answer.id,
        storageMB: 10_000,
        city: 'Thiruvananthapuram',
        state: 'Kerala',
        isActive: true,
        timeZone: 'Asia/Kolkata',
        email: 'office@hill.test',
        revision: made.answer.revision,
      },
    ]);
    const again = await admin.call('createHospital', { body, key });
    expect([again.answer.id, again.header('idempotency-replayed')]).toEqual([made.answer.id, 'true']);
    const { answer: all } = await admin.call('hospitals');
    expect(all.map(({ name }) => name)).toEqual(['City Hospital', 'Hill Hospital', 'Lake Hospital']);

    const office = await server.as({ email: 'office@hill.test', password: body.password });
    expect(office.session).toMatchObject({
      userRole: 'Hospital',
      userName: 'Hill Hospital',
      hospitalId: made.answer.id,
      scope: 'password',
    });
    await office.call('changePassword', { body: { currentPassword: body.password, newPassword: 'hill-office-own' } });
    expect((await office.call('syncChanges')).answer).toMatchObject({ head: 0, rows: [] });
  });

  test('is refused for an address that already has an account, in any case, and leaves nothing behind', async () => {
    const taken = { ...body, name: 'Second', email: server.city.users.bme.email.toUpperCase() };
    const { status, problem } = await admin.call('createHospital', { body: taken });
    expect([status, problem.code, problem.message]).toEqual([
      409,
      'record.duplicate',
      'An account with this email address already exists.',
    ]);
    expect((await admin.call('hospitals')).answer.some(({ name }) => name === 'Second')).toBe(false);
  });

  test.each([
    ['name', '', 'Name is required.'],
    ['phone', '', 'Phone is required.'],
    ['address', '', 'Address is required.'],
    ['stateId', '', 'State is required.'],
    ['stateId', 'XX', 'Please choose a state of the list.'],
    ['cityId', '', 'City is required.'],
    ['cityId', 'MH-pune', 'Please choose a city of Kerala.'],
    ['numberOfBME', -1, 'Number of BMEs must be a whole number of 0 or more.'],
    ['numberOfBME', '', 'Number of BMEs must be a whole number of 0 or more.'],
    ['numberOfBME', null, 'Number of BMEs must be a whole number of 0 or more.'],
    ['numberOfBeds', 2.5, 'Number of beds must be a whole number of 0 or more.'],
    ['numberOfBeds', 'many', 'Number of beds must be a whole number of 0 or more.'],
    ['email', '', 'Email is required.'],
    ['email', 'nobody', 'Please enter a valid email address.'],
    ['password', '12345', 'Password must have at least 6 characters.'],
  ])('with the %s %j is refused: %s', async (field, value, message) => {
    const { status, problem } = await admin.call('createHospital', { body: { ...body, [field]: value } });
    expect([status, problem.errors?.[field]?.[0]]).toEqual([400, message]);
  });
});

describe('A hospital', () => {
  test('changed by two keeps the first edit; the second gets a conflict with the current state', async () => {
    const params = { id: server.lake.id };
    const { revision } = (await admin.call('hospital', { params })).answer;
    const edit = (name: string, sent: string) =>
      admin.call('updateHospital', { params, body: { ...changes, name, revision: sent } });
    const first = await edit('Lake One', revision);
    expect([first.status, first.answer.name]).toEqual([200, 'Lake One']);
    const second = await edit('Lake Two', revision);
    expect([second.status, second.problem.code, second.problem.context]).toEqual([
      409,
      'record.conflict',
      { current: first.answer },
    ]);
    expect((await edit('Lake Hospital', first.answer.revision)).status).toBe(200);
  });

  test('keeps a place that is no longer in the list, but cannot choose another such place', async () => {
    const params = { id: server.city.id };
    const place = { stateId: '29', cityId: '2901' };
    const kept = await admin.call('updateHospital', { params, body: { ...changes, ...place, name: 'City Hospital' } });
    expect(kept.answer).toMatchObject({ ...place, state: 'Karnataka', city: 'Bengaluru' });
    const moved = await admin.call('updateHospital', { params, body: { ...changes, ...place, cityId: '2902' } });
    expect([moved.status, moved.problem.errors]).toEqual([400, { stateId: ['Please choose a state of the list.'] }]);
  });

  test('cannot have a quota below its number of engineers, unless it had one before', async () => {
    const params = { id: server.city.id };
    const { answer: before } = await admin.call('hospital', { params });
    const edit = (numberOfBME: number) =>
      admin.call('updateHospital', {
        params,
        body: { ...changes, stateId: before.stateId, cityId: before.cityId, numberOfBME },
      });
    await edit(3);
    const { status, problem } = await edit(1);
    const sentence = 'This hospital has 2 BME accounts. Enter at least 2, or have the office remove accounts first.';
    expect([status, problem.errors]).toEqual([400, { numberOfBME: [sentence] }]);
    expect((await edit(2)).answer.numberOfBME).toBe(2);
    await server.database.db.update(hospital).set({ numberOfBme: 1 }).where(eq(hospital.id, params.id));
    expect((await edit(1)).answer.numberOfBME).toBe(1);
    await edit(3);
  });

  test('is changed and read again', async () => {
    const params = { id: server.lake.id };
    const changed = await admin.call('updateHospital', {
      params,
      body: { ...changes, name: 'Lakeside', numberOfBME: 9 },
    });
    expect(changed.answer).toMatchObject({ id: params.id, name: 'Lakeside', numberOfBME: 9, state: 'Kerala' });
    expect((await admin.call('hospital', { params })).answer).toEqual({
      ...changed.answer,
      storage: { usedMB: 0, quotaMB: 10_000 },
      takesReports: false,
    });
  });

  test.each(['hospital', 'updateHospital', 'toggleHospital'] as const)(
    'that is unknown answers 404 to %s',
    async (name) => {
      const bodies = { hospital: {}, updateHospital: { body: changes }, toggleHospital: { body: { isActive: false } } };
      const { status, problem } = await admin.call(name, { params: { id: 'nobody' }, ...bodies[name] });
      expect([status, problem.message]).toEqual([404, 'This hospital does not exist.']);
    },
  );

  test('that is deactivated has its sessions ended and its users refused until it is activated', async () => {
    const bme = await server.as(server.city.users.bme);
    const params = { id: server.city.id };
    const office = await server.as(server.city.users.hospital);
    const neighbour = await server.as(server.lake.users.bme);
    const off = await admin.call('toggleHospital', { params, body: { isActive: false } });
    expect(off.answer.isActive).toBe(false);
    for (const { status, problem } of [
      await bme.call('deviceTiles'),
      await office.call('syncChanges'),
      await bme.call('closeTask', { body: { taskId: server.city.tasks.upcoming, actionTaken: 'Cleaned' } }),
    ]) {
      expect([status, problem.code]).toEqual([401, 'auth.expired']);
    }
    expect((await neighbour.call('deviceTiles')).status).toBe(200);
    const turnedAway = await signIn(server.city.users.bme.email, seedPassword);
    expect([turnedAway.statusCode, turnedAway.json().message]).toEqual([
      403,
      'This hospital is inactive. Please contact the administrator.',
    ]);
    const hidden = await server.visitor.call('deviceDetails', { params: { serialNumber: 'VENT-0001' } });
    expect(hidden.status).toBe(404);
    await admin.call('toggleHospital', { params, body: { isActive: true } });
    expect((await signIn(server.city.users.bme.email, seedPassword)).statusCode).toBe(200);
    expect((await bme.call('deviceTiles')).status).toBe(401);
  });

  test('that is deactivated also refuses a session that survived', async () => {
    const params = { id: server.city.id };
    await admin.call('toggleHospital', { params, body: { isActive: true } });
    const bme = await server.as(server.city.users.bme);
    await server.database.db.update(hospital).set({ isActive: false }).where(eq(hospital.id, params.id));
    const { status, problem } = await bme.call('deviceTiles');
    expect([status, problem.code]).toEqual([403, 'auth.hospital_inactive']);
    await admin.call('toggleHospital', { params, body: { isActive: true } });
  });
});
