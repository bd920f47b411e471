import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { CallSpec } from '#contract/define.ts';
import { callList } from '#contract/index.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

/** What somebody without an account gets from the page behind a label, as the contract declares it. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface JsonSchema {
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
}

/** Returns the fields of an answer: `[].reference`. */
function fieldsOf({ anyOf = [], items, properties = {} }: JsonSchema, path = ''): string[] {
  const parts = [
    ...anyOf.flatMap((each) => fieldsOf(each, path)),
    ...(items ? fieldsOf(items, `${path}[]`) : []),
    ...Object.entries(properties).flatMap(([key, each]) => fieldsOf(each, `${path}.${key}`)),
  ];
  return [...new Set(parts.length > 0 ? parts : path === '' ? [] : [path])];
}

const specs = callList.filter(({ spec }) => spec.access === 'open' && spec.path.startsWith('/FaultReports'));
const answerOf = ({ answer }: CallSpec): string[] =>
  answer ? fieldsOf(z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' }) as JsonSchema) : [];

const status = [
  'reference',
  'reportedAt',
  'state',
  'ticketNumber',
  'reason',
  'people',
  'photos',
  'arrived[]',
  'doneAt',
];

describe('P301 a visitor of a label', () => {
  test('gets exactly these fields of these calls', () => {
    const seen = Object.fromEntries(specs.map(({ name, spec }) => [name, answerOf(spec).toSorted()]));
    expect(seen).toEqual({
      publicDevice: [
        '.departmentName',
        '.equipmentName',
        '.helpline',
        '.hospitalId',
        '.hospitals[].city',
        '.hospitals[].id',
        '.hospitals[].name',
        '.isOn',
        '.reportedAt',
        '.serialEnd',
        '.state',
        '.timeZone',
      ],
      sendFaultReport: status.map((field) => `.${field}`).toSorted(),
      faultReportStates: status.map((field) => `[].${field}`).toSorted(),
      putFaultPhoto: [],
    });
  });

  test('gets no field about people, harm, money, documents or history', () => {
    const fields = specs.flatMap(({ spec }) => answerOf(spec)).filter((field) => !field.startsWith('.hospitals[]'));
    const secret =
      /person|author|by$|user|technician|email|phone|harm|patient|text|cost|price|document|file|histor|timeline|event|warrant/i;
    expect(fields.filter((field) => secret.test(field))).toEqual([]);
    const names = fields.filter((field) => /name/i.test(field));
    expect(names.toSorted()).toEqual(['.departmentName', '.equipmentName']);
  });

  test('reads nothing that another visitor or the staff has written', async () => {
    const { city } = server;
    const office = await server.as(city.users.hospital);
    const asha = await server.as(city.users.bme);
    const isOn = { isOn: true, helpline: '4711', keepDays: 90, labelLine: 'Scan' };
    await office.call('updateReportSettings', { body: isOn, key: randomUUID() });
    const at = server.clock.now.toISOString();
    const said = { text: 'Secret text', name: 'Sister Secret', extension: '99secret', patientAffected: 'yes' as const };
    const report = (part: object) => ({
      id: randomUUID(),
      serialNumber: 'VENT-0001',
      browser: randomUUID(),
      secret: randomUUID(),
      kind: 'alarm' as const,
      reportedAt: at,
      sentAt: at,
      ...part,
    });
    const first = report(said);
    await server.visitor.call('sendFaultReport', { body: first });
    await asha.call('acceptReport', {
      body: { reportId: first.id, priority: 'High', machineStatus: 'System Down' },
      key: randomUUID(),
    });
    await asha.call('closeTicket', {
      body: { id: `${first.id}.r`, actionTaken: 'Secret action', resolutionNote: 'Secret note' },
      key: randomUUID(),
    });
    const second = report({ browser: randomUUID() });
    const sent = await server.visitor.call('sendFaultReport', { body: second });
    const { reference } = sent.answer;
    const reads = [
      sent,
      await server.visitor.call('publicDevice', { params: { serialNumber: 'VENT-0001' }, query: {} }),
      await server.visitor.call('faultReportStates', { body: { reports: [{ reference, secret: second.secret }] } }),
    ];
    const texts = reads.map(({ response }) => response.body).join('\n');
    for (const secret of [
      'Secret text',
      'Sister Secret',
      '99secret',
      'Secret action',
      'Secret note',
      'A. Rao',
      city.name,
      'VENT-0001',
    ]) {
      expect(texts).not.toContain(secret);
    }
  });
});
