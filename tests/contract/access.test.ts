import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callList, type CallName } from '#contract/index.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let bme: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
});
afterAll(() => server.close());

describe('The API', () => {
  test('refuses a visitor with the documented sign-in message', async () => {
    const { status, problem } = await server.visitor.call('ticketTiles');
    expect([status, problem.code, problem.message]).toEqual([401, 'auth.missing', 'Authorization token not found.']);
  });

  test('every answer below /api carries the protocol header and is not cached', async () => {
    for (const url of ['/api/Auth/login', '/api/nothing-here', '/api/health/live']) {
      const { headers } = await server.app.inject(url);
      expect([headers['x-ward-protocol'], headers['cache-control']]).toEqual(['1', 'no-store']);
    }
  });

  test('paths match in any case, and an unknown one gets a problem document', async () => {
    const token = `Bearer ${bme.session?.token ?? ''}`;
    const found = await server.app.inject({ url: '/API/breakdown/TILES/', headers: { authorization: token } });
    expect(found.statusCode).toBe(200);
    const unknown = await server.app.inject('/api/nothing-here');
    expect([unknown.statusCode, unknown.headers['content-type'], unknown.json().code]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
      'route.unknown',
    ]);
  });
});

describe('Records of another hospital do not exist', () => {
  const foreign = (): [CallName, object][] => {
    const { lake } = server;
    const deviceId = Object.values(lake.devices)[0] ?? '';
    const serialNumber = Object.keys(lake.devices)[0] ?? '';
    const task = lake.tasks.upcoming;
    return [
      ['roundTemplateSerials', { params: { id: lake.templateId } }],
      ['deleteRoundTemplate', { params: { id: lake.templateId } }],
      ['restoreRoundTemplate', { params: { id: lake.templateId } }],
      [
        'submitRound',
        {
          body: [
            {
              serialNumber,
              installationBaseId: deviceId,
              status: 'Operational',
              date: '2026-07-01',
              dailyRoundTemplateId: lake.templateId,
            },
          ],
        },
      ],
      [
        'submitRound',
        {
          body: [
            {
              serialNumber,
              installationBaseId: deviceId,
              status: 'Operational',
              date: '2026-07-01',
              dailyRoundTemplateId: server.city.templateId,
            },
          ],
        },
      ],
      ['closeTask', { body: { taskId: task, actionTaken: 'Cleaned' } }],
      ['submitMaintenanceReport', { body: { TaskId: task, ActionsTaken: 'Cleaned' } }],
      ['addTaskNote', { body: { taskId: task, note: 'Seen' } }],
      ['assignTask', { body: { taskId: task, technicianId: server.city.users.bme.id } }],
      ['assignTask', { body: { taskId: server.city.tasks.upcoming, technicianId: lake.users.bme.id } }],
      ['moveTask', { body: { taskId: task, to: '2026-08-01', reason: 'Ward closed' } }],
      ['attemptTask', { body: { taskId: task, reason: 'in-use', next: '2026-08-01' } }],
      ['cancelTask', { body: { taskId: task, reason: 'Device condemned' } }],
      ['undoTask', { body: { taskId: task, act: 'any' } }],
      ['dispatchTask', { body: { taskId: task } }],
      ['escalateTask', { body: { taskId: task } }],
      ['ticketDevice', { params: { id: deviceId } }],
      [
        'reportTicket',
        {
          body: {
            installationBaseId: deviceId,
            issueType: 'Other',
            problemReported: 'Dead',
            priority: 'Low',
            reportedDate: '2026-07-01',
          },
        },
      ],
    ];
  };

  test('each call that names one answers 404', async () => {
    for (const [name, options] of foreign()) {
      const { status, problem } = await bme.call(name, options);
      expect([name, status, problem.code]).toEqual([name, 404, 'record.unknown']);
    }
  });

  test('lists and the replica contain none of them', async () => {
    const { response } = await bme.call('syncChanges');
    const templates = await bme.call('roundTemplates');
    const data = await bme.call('ticketCreateData');
    for (const text of [response.body, templates.response.body, data.response.body]) {
      expect(text).not.toContain(server.lake.templateId);
      expect(text).not.toContain('LVENT-0001');
      expect(text).not.toContain(server.lake.users.bme.id);
    }
  });
});

describe('Invalid input', () => {
  const cases: [CallName, object, string, string][] = [
    ['closeTask', { taskId: 'x', actionTaken: '  ' }, 'actionTaken', 'Actions Taken is required.'],
    [
      'submitMaintenanceReport',
      { TaskId: 'x', ActionsTaken: 'Done', IsActionRequired: true },
      'ActionRequiredDetails',
      'Please provide details for the required action.',
    ],
    [
      'reportTicket',
      { installationBaseId: 'x', problemReported: 'Dead', priority: 'Low', reportedDate: '2026-07-01' },
      'issueType',
      'Issue type is required.',
    ],
    [
      'closeTicket',
      { id: 'x', actionTaken: 'Done', partRequired: 'Yes', partCost: 5 },
      'partDetails',
      'Part details are required.',
    ],
    [
      'createRoundTemplate',
      { templateName: 'A', serials: [] },
      'serials',
      'Please enter a template name and select at least one serial number.',
    ],
    [
      'createRoundTemplate',
      { templateName: 'A', serials: [{ serialNumber: 'NO-1' }] },
      'serials',
      'Not installed here: NO-1.',
    ],
    [
      'changePassword',
      { currentPassword: 'x', newPassword: 'short' },
      'newPassword',
      'Password must have at least 6 characters.',
    ],
  ];
  test.each(cases)('%s: %j is refused with a message at its field', async (name, body, field, sentence) => {
    const { status, problem } = await bme.call(name, { body: body as never });
    expect([status, problem.code, problem.errors?.[field]]).toEqual([400, 'input.invalid', [sentence]]);
    expect(problem.message).toBe(sentence);
  });

  test('a body that is not JSON, too large or of an unsupported type gets a problem document', async () => {
    const send = async (type: string, payload: string) => {
      const { statusCode, body } = await server.app.inject({
        method: 'POST',
        url: '/api/BMEDashboard/task/close',
        headers: { authorization: `Bearer ${bme.session?.token ?? ''}`, 'content-type': type },
        payload,
      });
      return [statusCode, JSON.parse(body).code];
    };
    expect(await send('application/json', '{"taskId":')).toEqual([400, 'input.unreadable']);
    expect(await send('text/csv', 'a,b')).toEqual([415, 'body.wrong_type']);
    expect(await send('application/json', `"${'x'.repeat(26 * 1024 * 1024)}"`)).toEqual([413, 'body.too_large']);
  });

  test('characters that PostgreSQL cannot store are removed from a text', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/BMEDashboard/task/note',
      headers: { authorization: `Bearer ${bme.session?.token ?? ''}`, 'content-type': 'application/json' },
      payload: String.raw`{"taskId":"${server.city.tasks.calibration}","note":"a\u0000b \ud800 c"}`,
    });
    expect(response.statusCode).toBe(200);
  });
});

test('OpenAPI 3.1 describes every call', async () => {
  const document = (await server.app.inject('/api/openapi.json')).json<{
    openapi: string;
    paths: Record<string, object>;
  }>();
  const described = new Set(
    Object.values(document.paths).flatMap((path) => Object.values(path).map((operation) => operation.operationId)),
  );
  expect(document.openapi).toBe('3.1.0');
  expect(callList.map(({ name }) => name).filter((name) => !described.has(name))).toEqual([]);
});
