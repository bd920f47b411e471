import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { EquipmentDetails } from '#contract/calls/device/details.ts';
import { attachment, attachmentUse, hospital, installation } from '#server/db/schema.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let bme: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
});
afterAll(() => server.close());

const serialsOf = async (search: string): Promise<string[]> => {
  const { answer } = await bme.call('deviceList', { query: { search, pageSize: 20 } });
  return answer.items.map(({ serialNumber }) => serialNumber);
};

describe('The page of the installation base', () => {
  test.each([
    ['a serial in any case', 'vent-0001', ['VENT-0001']],
    ['an equipment name', 'ventil', ['VENT-0001', 'VENT-0002']],
    ['a make', 'AEROLIFE', ['MON-0001', 'MON-0002', 'MON-0003', 'VENT-0001', 'VENT-0002']],
    ['a model', 'av-9', ['VENT-0001', 'VENT-0002']],
    ['a department', 'theatre', ['MON-0002', 'MON-0003']],
    ['a location', 'bed 5', ['MON-0003']],
    ['words from different columns', 'monitor icu', ['MON-0001']],
    ['an SQL wildcard', '%', []],
    ['a serial of another hospital', 'LVENT', []],
  ])('is searched by %s', async (_what, search, serials) => {
    expect(await serialsOf(search)).toEqual(serials);
  });

  test('caps the page size and says which it used', async () => {
    const { answer } = await bme.call('deviceList', { query: { page: 1, pageSize: 5000 } });
    expect([answer.pageSize, answer.pageNumber, answer.totalCount, answer.totalPages]).toEqual([100, 1, 5, 1]);
  });

  test('continues where the previous page ended', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => bme.call('deviceList', { query: { page, pageSize: 2 } })));
    expect(pages.flatMap(({ answer }) => answer.items.map(({ serialNumber }) => serialNumber))).toEqual([
      'MON-0001',
      'MON-0002',
      'MON-0003',
      'VENT-0001',
      'VENT-0002',
    ]);
  });

  test('formats maintenance as dd-MM-yyyy, or null without one', async () => {
    const { answer } = await bme.call('deviceList', { query: { search: 'VENT-0002' } });
    expect(answer.items[0]).toMatchObject({
      equipmentName: 'Ventilator',
      makeName: 'Aerolife',
      modelName: 'AV-9',
      departmentName: 'ICU',
      location: 'Bed 2',
      lastmaintenance: null,
      nextmaintenance: '04-07-2026',
      uptime: 100,
    });
  });
});

describe('Status and uptime', () => {
  let ward: TestServer;
  let asha: TestClient;
  beforeAll(async () => {
    ward = await startTestServer();
    asha = await ward.as(ward.city.users.bme);
  });
  afterAll(() => ward.close());

  test('a ticket puts a device under maintenance, its downtime counts, tiles add up, and closing ends both', async () => {
    const reported = await asha.call('reportTicket', {
      body: {
        installationBaseId: ward.city.devices['VENT-0001'] ?? '',
        serialNumber: 'VENT-0001',
        issueType: 'Electrical',
        reportedDate: ward.clock.now.toISOString(),
        problemReported: 'Sister Meena saw smoke, call 98450 12345',
        priority: 'High',
        machineStatus: 'System Down',
        anyPatientHarm: true,
        harmDescription: 'Patient in bed 1 was hurt',
      },
      key: randomUUID(),
    });
    expect(reported.status).toBe(201);
    ward.clock.advance(36.5 * 24 * 60 * 60 * 1000);
    const again = await ward.as(ward.city.users.bme);
    const page = await again.call('deviceList', { query: { search: 'VENT-0001' } });
    expect(page.answer.items[0]).toMatchObject({ status: 'Under Maintenance', uptime: 90 });
    const tiles = await again.call('deviceTiles');
    expect(tiles.answer).toEqual({ totalEquipment: 5, operational: 4, underMaintenance: 1 });
    await again.call('closeTicket', {
      body: {
        id: reported.answer.id,
        actionTaken: 'Board replaced by R. Pillai',
        partRequired: true,
        partDetails: 'Board',
        partCost: 1250.5,
      },
      key: randomUUID(),
    });
    expect((await again.call('deviceTiles')).answer.underMaintenance).toBe(0);
  });

  test('a visitor of the public page gets no names, phones, harm or free text; staff of the hospital do', async () => {
    const params = { serialNumber: 'vent-0001' };
    const staff = await (await ward.as(ward.city.users.bme)).call('deviceDetails', { params });
    const visitor = await ward.visitor.call('deviceDetails', { params });
    expect([visitor.status, visitor.header('x-robots-tag')]).toEqual([200, 'noindex']);
    expect(visitor.answer).toMatchObject({
      serialNumber: 'VENT-0001',
      status: 'Operational',
      departmentName: 'ICU',
      hasWarranty: true,
      uptimePercentage: 90,
      downtimePercentage: 10,
      maintenanceCost: 1250.5,
      serviceHistory: [{ issue: 'Electrical', status: 'Resolved', dateReported: '2026-07-01' }],
      maintenanceHistory: [{ type: 'Repair', performedBy: 'Biomedical engineer', cost: 1250.5 }],
    });
    expect((visitor.answer as EquipmentDetails).recentActivities).toEqual([
      '7 Aug 2026: Breakdown BD-2026-000001 closed',
      '1 Jul 2026: Breakdown BD-2026-000001 reported (Electrical)',
      '1 Jan 2026: Warranty AMC-1 started, ends 31 Dec 2027',
      '1 Feb 2024: Installed',
    ]);
    const secrets = ['Meena', '98450', 'hurt', 'Pillai', 'Rao', 'Iyer', '0801112223', '@'];
    expect(secrets.filter((secret) => visitor.response.body.includes(secret))).toEqual([]);
    expect(staff.answer).toMatchObject({
      serviceHistory: [{ issue: 'Sister Meena saw smoke, call 98450 12345' }],
      maintenanceHistory: [{ performedBy: 'A. Rao', description: 'Board replaced by R. Pillai' }],
    });
  });
});

describe('The public page', () => {
  test.each([
    ['an unknown serial', { params: { serialNumber: 'NOPE' } }],
    ['a hospital without this serial', { params: { serialNumber: 'VENT-0001' }, query: { h: 'elsewhere' } }],
  ])('answers 404 to %s', async (_what, options) => {
    const { status, problem } = await server.visitor.call('deviceDetails', options);
    expect([status, problem.message]).toEqual([404, 'This device does not exist.']);
  });

  test('asks a visitor for the hospital when a serial exists in two, and takes it from h; own staff are not asked', async () => {
    const { city, lake, database } = server;
    const lakeDevice = lake.devices['LMON-0003'] ?? '';
    await database.db.update(installation).set({ serialNumber: 'mon-0003' }).where(eq(installation.id, lakeDevice));
    const params = { serialNumber: 'MON-0003' };
    const asked = await server.visitor.call('deviceDetails', { params });
    expect(asked.answer).toEqual({
      hospitals: [
        { id: city.id, name: city.name, city: 'Bengaluru' },
        { id: lake.id, name: lake.name, city: 'Bengaluru' },
      ],
    });
    const chosen = await server.visitor.call('deviceDetails', { params, query: { h: lake.id } });
    expect(chosen.answer).toMatchObject({ serialNumber: 'mon-0003' });
    expect((await bme.call('deviceDetails', { params })).answer).toMatchObject({ serialNumber: 'MON-0003' });

    await database.db.update(hospital).set({ isActive: false }).where(eq(hospital.id, lake.id));
    expect((await server.visitor.call('deviceDetails', { params })).answer).toMatchObject({
      serialNumber: 'MON-0003',
    });
    await database.db.update(hospital).set({ isActive: true }).where(eq(hospital.id, lake.id));
    await database.db.update(installation).set({ serialNumber: 'LMON-0003' }).where(eq(installation.id, lakeDevice));
  });

  test('lists received documents for users of the hospital; a visitor learns only that some exist', async () => {
    const { db } = server.database;
    const [sha256, hospitalId] = ['a'.repeat(64), server.city.id];
    const ownerId = server.city.devices['MON-0001'] ?? '';
    const file = { hospitalId, sha256, sizeBytes: 10, mime: 'application/pdf', receivedAt: server.clock.now };
    await db.insert(attachment).values(file);
    await db
      .insert(attachmentUse)
      .values({ hospitalId, sha256, ownerKind: 'installation', ownerId, name: 'Manual.pdf' });
    const params = { serialNumber: 'MON-0001' };
    expect((await bme.call('deviceDetails', { params })).answer).toMatchObject({
      documents: [{ name: 'Manual.pdf', sha256, mime: 'application/pdf', size: 10 }],
    });
    expect((await server.visitor.call('deviceDetails', { params })).answer).toMatchObject({
      documents: [{ name: 'PDF document 1', sha256: '', mime: 'application/pdf', size: 10 }],
    });
  });

  test('is limited to 60 calls a minute per address', async () => {
    const crowd = await startTestServer();
    const ask = () => crowd.visitor.call('deviceDetails', { params: { serialNumber: 'VENT-0001' } });
    for (let count = 1; count <= 60; count += 1) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.problem.code, Number(refused.header('retry-after')) > 0]).toEqual([
      429,
      'server.rate_limited',
      true,
    ]);
    await crowd.close();
  });
});

describe('QR labels', () => {
  const label = async (serialNumber: string, headers: Record<string, string> = {}) => {
    const { status, response } = await bme.call('deviceQrImage', {
      params: { serialNumber },
      headers: { host: 'ward.hospital.example', ...headers },
    });
    const png = response.rawPayload;
    const [code] = status === 200 ? await readBarcodes(new Uint8Array(png)) : [];
    return { status, png, text: code?.text, level: code?.ecLevel };
  };
  beforeAll(async () => {
    const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
    const bytes = await readFile(wasm);
    await prepareZXingModule({
      overrides: { wasmBinary: new Uint8Array(bytes).buffer },
      fireImmediately: true,
    });
  });

  test('are PNG of 200 x 200 px, level H, with the public link of the requested address', async () => {
    const { status, png, text, level } = await label('vent-0001');
    expect([status, png.readUInt32BE(16), png.readUInt32BE(20), level]).toEqual([200, 200, 200, 'H']);
    const [own] = (await bme.call('labelTokens', { query: { ids: server.city.devices['VENT-0001'] ?? '' } })).answer;
    expect(text).toBe(`http://ward.hospital.example/equipmentdetails/VENT-0001?t=${own?.token}`);
  });

  test('use the address that a proxy reports', async () => {
    const { text } = await label('VENT-0001', {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'ward.example.org',
    });
    expect(text).toMatch(/^https:\/\/ward\.example\.org\/equipmentdetails\/VENT-0001\?t=[\w-]{10}$/);
  });

  test('name the hospital if another one has the serial too', async () => {
    const { db } = server.database;
    const lakeDevice = server.lake.devices['LVENT-0002'] ?? '';
    await db.update(installation).set({ serialNumber: 'VENT-0002' }).where(eq(installation.id, lakeDevice));
    const link = `http://ward.hospital.example/equipmentdetails/VENT-0002?h=${server.city.id}&t=`;
    expect((await label('VENT-0002')).text?.slice(0, -10)).toBe(link);
    await db.update(installation).set({ serialNumber: 'LVENT-0002' }).where(eq(installation.id, lakeDevice));
  });

  test('of other hospitals are not found', async () => {
    expect((await label('LVENT-0001')).status).toBe(404);
  });
});

test('the list of serials has every device of its own hospital and none of another', async () => {
  const { answer } = await bme.call('deviceSerials');
  expect(answer.map(({ serialNumber }) => serialNumber)).toEqual([
    'MON-0001',
    'MON-0002',
    'MON-0003',
    'VENT-0001',
    'VENT-0002',
  ]);
  expect(answer[0]).toEqual({
    id: server.city.devices['MON-0001'],
    name: 'Patient Monitor',
    serialNumber: 'MON-0001',
  });
});
