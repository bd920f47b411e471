import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proposeTemplates } from '#contract/pages/template-proposal.ts';
import { pullTablet } from '#tests/contract/pages/pull-tablet.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';
import { gatherProposal } from '#ui/features/round/gather-proposal.ts';

let server: TestServer;
let bme: TestClient;
beforeAll(async () => {
  server = await startTestServer({ demo: true });
  bme = await server.as(server.city.users.bme);
}, 180_000);
afterAll(() => server.close());

interface Place {
  serialNumber: string;
  installationBaseEntityId: string;
}

const templates = async () => (await bme.call('roundTemplates')).answer;

test('the order of a template is saved, reaches tablets and can be switched off again', async () => {
  const [before] = await templates();
  if (!before) throw new Error('The hospital has no template.');
  const { templateId, templateName, devices, revision } = before;
  expect(before.isOrdered).toBe(false);
  const serials = devices.toReversed();
  const body = { templateName, serials, isOrdered: true, revision };
  const changed = await bme.call('updateRoundTemplate', { key: randomUUID(), params: { id: templateId }, body });
  expect(changed.answer).toMatchObject({ isOrdered: true, devices: serials });
  const tablet = await pullTablet(bme, server.city.id);
  expect(tablet.view.get('template', templateId)).toMatchObject({
    isOrdered: true,
    deviceIds: serials.map(({ installationBaseEntityId }) => installationBaseEntityId),
    revision: changed.answer.revision,
  });
  await tablet.close();
  const left = { ...body, isOrdered: false, revision: changed.answer.revision };
  const back = await bme.call('updateRoundTemplate', { key: randomUUID(), params: { id: templateId }, body: left });
  expect(back.answer.isOrdered).toBe(false);
  const stale = await bme.call('updateRoundTemplate', { key: randomUUID(), params: { id: templateId }, body: left });
  expect(stale.problem.code).toBe('record.conflict');
});

test('the missing templates are created at once, as the tablet proposes them, and only once', async () => {
  for (const { templateId } of await templates()) {
    await bme.call('deleteRoundTemplate', { key: randomUUID(), params: { id: templateId } });
  }
  const tablet = await pullTablet(bme, server.city.id);
  const shown = proposeTemplates(gatherProposal(tablet.view));
  await tablet.close();
  expect(shown.length).toBeGreaterThan(0);
  const body = { departmentIds: shown.map(({ departmentId }) => departmentId) };
  const key = randomUUID();
  const [first, again, other] = await Promise.all([
    bme.call('createDepartmentTemplates', { key, body }),
    bme.call('createDepartmentTemplates', { key, body }),
    bme.call('createDepartmentTemplates', { key: randomUUID(), body }),
  ]);
  expect([first.status, again.status, other.status]).toEqual([201, 201, 201]);
  expect(first.answer).toEqual(again.answer);
  expect([first, other].map(({ answer }) => answer.templates.length).toSorted()).toEqual([0, shown.length]);
  const made = (await templates()).map(({ departmentId, templateName, devices, isOrdered }) => ({
    departmentId,
    templateName,
    deviceIds: devices.map(({ installationBaseEntityId }) => installationBaseEntityId),
    isOrdered,
  }));
  expect(made).toEqual(shown.map((template) => ({ ...template, isOrdered: false })));
});

test('departments of another hospital are not found', async () => {
  const body = { departmentIds: [server.lake.departments.icu] };
  expect(await bme.call('createDepartmentTemplates', { key: randomUUID(), body })).toMatchObject({
    status: 400,
    answer: { errors: { departmentIds: ['One of these departments does not exist.'] } },
  });
});

test.each([
  { what: 'renamed', change: (rest: Place[]) => rest, after: ['A', 'B', 'C', 'D'] },
  { what: 'reversed', change: (rest: Place[]) => rest.toReversed(), after: ['D', 'C', 'A', 'B'] },
  { what: 'shortened by the device before', change: (rest: Place[]) => rest.slice(1), after: ['B', 'C', 'D'] },
])(
  'a restored device regains its place in a template that was $what in the meantime',
  async ({ what, change, after }) => {
    const named = ['VENT-0001', 'VENT-0002', 'MON-0001', 'MON-0002'].map((serialNumber, at) => ({
      name: 'ABCD'[at] ?? '',
      serialNumber,
      installationBaseEntityId: server.city.devices[serialNumber] ?? '',
    }));
    const place = ({ serialNumber, installationBaseEntityId }: Place) => ({ serialNumber, installationBaseEntityId });
    const made = await bme.call('createRoundTemplate', {
      key: randomUUID(),
      body: { templateName: `Walk ${what}`, serials: named.map(place), isOrdered: true },
    });
    const id = named[1]?.installationBaseEntityId ?? '';
    await bme.call('deleteDevice', { key: randomUUID(), params: { id } });
    const { templateId } = made.answer;
    const without = (await templates()).find((template) => template.templateId === templateId);
    const changed = await bme.call('updateRoundTemplate', {
      key: randomUUID(),
      params: { id: templateId },
      body: {
        templateName: `Round ${what}`,
        serials: change(without?.devices ?? []),
        isOrdered: true,
        revision: without?.revision,
      },
    });
    expect(changed.status).toBe(200);
    await bme.call('restoreDevice', { key: randomUUID(), params: { id } });
    const back = (await templates()).find((template) => template.templateId === templateId);
    const nameOf = new Map(named.map(({ serialNumber, name }) => [serialNumber, name]));
    expect(back?.devices.map(({ serialNumber }) => nameOf.get(serialNumber))).toEqual(after);
  },
);
