import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxListViews } from '#contract/calls/list-view.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let asha: TestClient;
let binu: TestClient;
let office: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  asha = await server.as(server.city.users.bme);
  binu = await server.as(server.city.users.secondBme);
  office = await server.as(server.city.users.hospital);
});
afterAll(() => server.close());

const save = (client: TestClient, name: string, more: { query?: string; isShared?: boolean; list?: string } = {}) =>
  client.call('saveListView', {
    body: { list: '/tickets', name, query: 'status=all', isShared: false, ...more },
    key: randomUUID(),
  });
const remove = (client: TestClient, id: string) => client.call('deleteListView', { params: { id }, key: randomUUID() });
const seen = async (client: TestClient) =>
  (await client.call('listViews')).answer.views.map(({ name, query, isOwn }) => [name, query, isOwn]);

test('A view is seen by the user who saved it, a shared one by the whole hospital and by nobody else', async () => {
  await save(asha, 'Waiting 10', { query: 'waitingFor=any' });
  await save(asha, 'Waiting 2', { query: 'waitingFor=any&hide=serial' });
  const shared = await save(asha, 'ICU', { query: 'department=icu', isShared: true });
  expect(shared.status).toBe(201);
  expect(await seen(asha)).toEqual([
    ['ICU', 'department=icu', true],
    ['Waiting 2', 'waitingFor=any&hide=serial', true],
    ['Waiting 10', 'waitingFor=any', true],
  ]);
  const { answer } = await binu.call('listViews');
  expect(answer.views).toEqual([{ ...shared.answer, isOwn: false, by: server.city.users.bme.name }]);
  expect(await seen(await server.as(server.lake.users.bme))).toEqual([]);
});

test('Saving the same name again replaces the view of that user and list only', async () => {
  const first = await save(asha, 'Night shift');
  await save(binu, 'Night shift', { query: 'search=b' });
  await save(asha, 'Night shift', { list: '/vendor', query: 'search=v' });
  const again = await save(asha, 'night  SHIFT', { query: 'search=n' });
  expect(again.answer.id).toBe(first.answer.id);
  const own = (await asha.call('listViews')).answer.views.filter(({ name }) => name.toLowerCase().startsWith('night'));
  expect(own.map(({ list, query }) => [list, query]).toSorted()).toEqual([
    ['/tickets', 'search=n'],
    ['/vendor', 'search=v'],
  ]);
  expect((await seen(binu)).filter(([name]) => name === 'Night shift')).toEqual([['Night shift', 'search=b', true]]);
});

test('A view is deleted by its user; a shared one also by the office', async () => {
  const own = (await save(asha, 'Own')).answer.id;
  const shared = (await save(asha, 'For all', { isShared: true })).answer.id;
  const other = (await save(asha, 'For all as well', { isShared: true })).answer.id;
  expect((await remove(binu, shared)).status).toBe(403);
  expect((await remove(office, own)).status).toBe(404);
  expect((await remove(office, shared)).status).toBe(204);
  expect((await remove(asha, other)).status).toBe(204);
  expect((await seen(asha)).map(([name]) => name)).toEqual(expect.arrayContaining(['Own']));
  expect((await seen(asha)).map(([name]) => name)).not.toContain('For all');
});

test('An address of another site, and more than 100 views, are refused', async () => {
  expect((await save(binu, 'Elsewhere', { list: '//elsewhere.example' })).status).toBe(400);
  const { views } = (await office.call('listViews')).answer;
  expect(views.some(({ isOwn }) => isOwn)).toBe(false);
  for (let number = 1; number <= maxListViews; number += 1) await save(office, `View ${number}`);
  const refused = await save(office, 'One more');
  expect([refused.status, refused.problem.message]).toEqual([
    400,
    'You have 100 saved views. Please delete one first.',
  ]);
  expect((await save(office, 'View 7', { query: 'search=7' })).status).toBe(201);
});
