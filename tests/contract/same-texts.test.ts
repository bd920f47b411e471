import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replicaKinds } from '#contract/records/replica.ts';
import { readScope } from '#server/db/scope.ts';
import { presentRecords } from '#server/sync/present.ts';
import { openReplica } from '#sync/replica/replica.ts';
import { findDevices } from '#ui/features/device/device-rows.ts';
import { createChangeServer, createDeviceWorld } from '#tests/support/replica-world.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

/** Uniqueness, search and order of names and serial numbers, online and on a tablet. Source: docs/product.md P220 to P224. */

let server: TestServer;
let bme: TestClient;
let office: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
  office = await server.as(server.city.users.hospital);
});
afterAll(() => server.close());

const device = (serialNumber: string, departmentId: string) => ({
  serialNumber,
  modelId: server.city.models.ventilator,
  vendorId: server.city.vendorId,
  serviceContactId: server.city.contactId,
  salesContactId: null,
  price: 1,
  purchaseDate: '2026-06-20',
  installationDate: '2026-06-20',
  departmentId,
});

describe('Two names that look the same are the same', () => {
  test('a department, even with a decomposed letter, extra spaces and invisible characters', async () => {
    const create = (name: string) =>
      office.call('createDepartment', { body: { name, location: 'Floor 1' }, key: randomUUID() });
    const made = await create(' Cardiologi\u0301a \u00a0Norte\u200b');
    expect([made.status, made.answer.name]).toEqual([201, 'Cardiología Norte']);
    for (const name of ['CARDIOLOGÍA NORTE', 'Cardiología\u00ad Norte', 'cardiología\u2003norte']) {
      const twin = await create(name);
      expect([twin.status, twin.problem.code]).toEqual([409, 'record.duplicate']);
    }
    expect((await create('Cardiologia Norte')).status).toBe(201);
  });

  test('a serial number; with a line break or without letters and digits it is refused at its field', async () => {
    const { icu } = server.city.departments;
    const install = (serialNumber: string) =>
      bme.call('createDevices', { body: [device(serialNumber, icu)], key: randomUUID() });
    expect((await install('\ufeffTWIN-1 ')).status).toBe(201);
    expect((await install('twin\u200b-1')).problem.message).toContain('TWIN-1'.toLowerCase());
    for (const serial of ['TWIN-1\nTWIN-2', 'TWIN\t3', '...']) expect((await install(serial)).status).toBe(400);
    const page = await server.visitor.call('deviceDetails', { params: { serialNumber: 'Twin-1\u200e' } });
    expect(page.status).toBe(200);
  });
});

describe('Online and on a tablet', () => {
  const serials = [
    'ORD-10',
    'ord-2',
    'ORD-1',
    'ORD-2\u2011b',
    'Órd-3',
    'ORD 4',
    'ORD-0005',
    'XO’R-1',
    'ΩRD-7',
    'Ёrd-8',
    'हORD-9',
  ];

  beforeAll(async () => {
    const made = await office.call('createDepartment', {
      body: { name: "Müller's Straße", location: 'Floor 10' },
      key: randomUUID(),
    });
    const body = serials.map((serial) => device(serial, made.answer.id));
    expect((await bme.call('createDevices', { body, key: randomUUID() })).status).toBe(201);
  });

  /** Returns a tablet's replica with all devices of the hospital. */
  async function tablet() {
    const scope = readScope(server.database.db, {
      id: server.city.id,
      name: server.city.name,
      timeZone: 'Asia/Kolkata',
    });
    const { rows } = await server.database.pool.query<{ id: string }>(
      'select id from installation where hospital_id = $1 and retired_at is null',
      [server.city.id],
    );
    const devices = await presentRecords(
      scope,
      'device',
      rows.map(({ id }) => id),
      server.clock.now,
    );
    const changes = createChangeServer();
    changes.put('device', ...devices);
    const replica = await openReplica({ ports: createDeviceWorld().tab(), hospitalId: 'h1' });
    for (let more = true; more;) {
      const page = changes.page(replica.cursor, 1000);
      await replica.applyPage(page);
      ({ more } = page);
    }
    expect(replicaKinds).toContain('device');
    return replica;
  }

  const online = async (search: string) => {
    const { answer } = await bme.call('deviceList', { query: { page: 1, pageSize: 100, search } });
    return answer.items.map(({ serialNumber }) => serialNumber);
  };

  test('devices have one order: numbers by value, regardless of case and accents', async () => {
    const replica = await tablet();
    const offline = findDevices(replica, { search: '' }).map(({ serialNumber }) => serialNumber);
    expect(await online('')).toEqual(offline);
    const ours = offline.filter((serial) => serials.includes(serial));
    expect(ours.slice(0, 7)).toEqual(['ORD 4', 'ORD-1', 'ord-2', 'ORD-2\u2011b', 'Órd-3', 'ORD-0005', 'ORD-10']);
  });

  test.each([
    ['muller', serials.length],
    ['strasse MÜLLERS', serials.length],
    ['ord', 8],
    ['órd', 8],
    ['xor', 1],
    ['ord2', 2],
    ['ventilator ord 10', 1],
    ['ωrd', 1],
    ['еrd', 1],
    ['हord', 1],
    ['100%', 0],
    ['_', 0],
  ])('a search for %j returns the same %i devices', async (search, count) => {
    const replica = await tablet();
    const found = findDevices(replica, { search }).map(({ serialNumber }) => serialNumber);
    const asked = await online(search);
    expect(asked.toSorted()).toEqual(found.toSorted());
    expect(asked).toHaveLength(count);
  });

  test('other lists match words in any order and sort naturally', async () => {
    for (const name of ['Room 10', 'room 9', 'Room 1'])
      await office.call('createDepartment', { body: { name, location: 'Östra flygeln' }, key: randomUUID() });
    const { answer } = await office.call('departmentPage', {
      query: { page: 1, pageSize: 10, search: 'flygeln ostra' },
    });
    expect(answer.items.map(({ name }) => name)).toEqual(['Room 1', 'room 9', 'Room 10']);
  });
});
