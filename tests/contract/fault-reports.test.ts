import { createHash, randomUUID } from 'node:crypto';
import type { Challenge } from 'altcha-lib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { reportSecretHeader } from '#contract/calls/report/public.ts';
import type { FaultReportRecord, TicketRecord } from '#contract/records/ward.ts';
import { reportReference, reportTicketId } from '#contract/rules/fault-report.ts';
import { asTakenByPhone } from '#tests/support/camera-jpeg.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';
import { solveProof } from '#ui/visitor/proof.ts';

type Report = BodyInput<Calls['sendFaultReport']>;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const serial = 'VENT-0001';
const settings = { isOn: true, helpline: '4711', keepDays: 90, labelLine: '' };
const photo = Buffer.from('ffd8ffe000104a46494600010100000100010000ffda0008010100003f00aaffd9', 'hex');
const photoHash = createHash('sha256').update(photo).digest('hex');

let server: TestServer;
let office: TestClient;
let asha: TestClient;
let binu: TestClient;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  // Each test has its own hour, and with it its own limits.
  server.clock.advance(2 * hourMs);
  await signIn();
  await office.call('updateReportSettings', { body: settings, key: randomUUID() });
});
afterAll(() => server.close());

async function signIn(): Promise<void> {
  office = await server.as(server.city.users.hospital);
  asha = await server.as(server.city.users.bme);
  binu = await server.as(server.city.users.secondBme);
}

const reportOf = (part: Partial<Report> = {}): Report => ({
  id: randomUUID(),
  serialNumber: serial,
  browser: randomUUID(),
  secret: randomUUID(),
  kind: 'alarm',
  text: 'Error 12',
  reportedAt: server.clock.now.toISOString(),
  sentAt: server.clock.now.toISOString(),
  ...part,
});
const send = (body: Report) => server.visitor.call('sendFaultReport', { body });
const tokenOf = async (of: string): Promise<string> => {
  const ids = server.city.devices[of] ?? '';
  return (await asha.call('labelTokens', { query: { ids } })).answer[0]?.token ?? '';
};
const statesOf = async (...sent: Report[]) => {
  const reports = await Promise.all(
    sent.map(async (body) => ({ reference: (await send(body)).answer.reference, secret: body.secret })),
  );
  return (await server.visitor.call('faultReportStates', { body: { reports } })).answer;
};
async function pulled(): Promise<FaultReportRecord[]> {
  const { answer } = await asha.call('syncChanges', { query: { limit: 10_000 } });
  return answer.rows.flatMap((part) =>
    part.kind === 'faultReport' ? part.rows : [],
  ) as unknown as FaultReportRecord[];
}
async function ticketsPulled(): Promise<TicketRecord[]> {
  const { answer } = await asha.call('syncChanges', { query: { limit: 10_000 } });
  return answer.rows.flatMap((part) => (part.kind === 'ticket' ? part.rows : [])) as unknown as TicketRecord[];
}
const accept = (who: TestClient, reportId: string) =>
  who.call('acceptReport', { body: { reportId, priority: 'High', machineStatus: 'System Down' }, key: randomUUID() });
/** Closes what is open on the device, so that the next test begins with none. */
const close = (reportId: string) =>
  asha.call('closeReport', { body: { reportId, reason: 'duplicate' }, key: randomUUID() });

describe('P301 the page behind a label', () => {
  test('shows only what everyone may know at first', async () => {
    const { answer } = await server.visitor.call('publicDevice', { params: { serialNumber: serial }, query: {} });
    expect(answer).toEqual({
      hospitalId: server.city.id,
      equipmentName: 'Ventilator',
      departmentName: 'ICU',
      serialEnd: '0001',
      state: 'in-use',
      reportedAt: null,
      timeZone: 'Asia/Kolkata',
      helpline: '4711',
      isOn: true,
    });
    const sent = reportOf();
    await send(sent);
    const { answer: after } = await server.visitor.call('publicDevice', {
      params: { serialNumber: serial },
      query: {},
    });
    expect(after).toMatchObject({ state: 'in-use', reportedAt: server.clock.now.toISOString() });
    await close(sent.id);
  });

  test('accepts reports only after the office of the hospital has switched them on', async () => {
    const sent = reportOf({ serialNumber: 'LVENT-0001' });
    expect((await send(sent)).problem.code).toBe('report.off');
    const params = { serialNumber: 'LVENT-0001' };
    const { answer } = await server.visitor.call('publicDevice', { params, query: {} });
    expect(answer).toMatchObject({ isOn: false, helpline: '' });
    expect((await asha.call('updateReportSettings', { body: settings, key: randomUUID() })).status).toBe(403);
  });
});

describe('P301 a report', () => {
  test('is accepted once: the same id gets the first response, another secret none', async () => {
    const sent = reportOf();
    const [first, twin, again] = [...(await Promise.all([send(sent), send(sent)])), await send(sent)];
    expect([first?.status, twin?.status, again?.status]).toEqual([201, 201, 201]);
    expect(first?.answer.reference).toMatch(reportReference);
    expect([twin?.answer, again?.answer]).toEqual([first?.answer, first?.answer]);
    expect((await send({ ...sent, secret: randomUUID() })).problem.code).toBe('key.reused');
    expect((await pulled()).filter(({ id }) => id === sent.id)).toHaveLength(1);
    await office.call('updateReportSettings', { body: { ...settings, isOn: false }, key: randomUUID() });
    expect((await send(sent)).answer).toEqual(first?.answer);
    await close(sent.id);
  });

  test('that waited on its phone keeps the time it was made, whatever the phone’s clock says', async () => {
    const sent = reportOf({ reportedAt: '2019-01-01T00:00:00.000Z', sentAt: '2019-01-01T05:00:00.000Z' });
    const { answer } = await send(sent);
    expect(answer.reportedAt).toBe(new Date(server.clock.now.getTime() - 5 * hourMs).toISOString());
    await close(sent.id);
  });

  test('from a phone whose clock was reset meanwhile gets its time of arrival', async () => {
    const sent = reportOf({ reportedAt: '2019-01-01T00:00:00.000Z', sentAt: server.clock.now.toISOString() });
    const { answer } = await send(sent);
    expect(answer.reportedAt).toBe(server.clock.now.toISOString());
    await close(sent.id);
  });

  test('may have 500 letters that NFC decomposes into two', async () => {
    const sent = reportOf({ text: '\u09df'.repeat(500) });
    expect((await send(sent)).status).toBe(201);
    await close(sent.id);
  });

  test('can be followed only with its reference and its secret', async () => {
    const sent = reportOf();
    const { answer } = await send(sent);
    const reports = [
      { reference: answer.reference, secret: randomUUID() },
      { reference: 'R-222222', secret: sent.secret },
    ];
    expect((await server.visitor.call('faultReportStates', { body: { reports } })).answer).toEqual([]);
    expect(await statesOf(sent)).toEqual([answer]);
    await close(sent.id);
  });

  test('from a bot that fills the hidden field is dropped with a normal response', async () => {
    const sent = reportOf({ website: 'https://spam.test' });
    const { status, answer } = await send(sent);
    expect([status, answer.state]).toEqual([201, 'received']);
    expect(answer.reference).toMatch(reportReference);
    expect((await pulled()).filter(({ id }) => id === sent.id)).toEqual([]);
  });
});

describe('P372 people who reported a fault', () => {
  test('are counted by phone, even after the phones were erased', async () => {
    const sent = reportOf();
    const again = reportOf({ browser: sent.browser, text: 'It smokes, too' });
    await send(sent);
    expect((await send(again)).answer).toMatchObject({ state: 'joined', people: 1 });
    const ofPhone = async () => (await pulled()).find(({ id }) => id === sent.id);
    expect(await ofPhone()).toMatchObject({ people: 1, further: [{ text: 'It smokes, too' }] });
    const other = reportOf();
    expect((await send(other)).answer).toMatchObject({ people: 2 });
    expect(await ofPhone()).toMatchObject({ people: 2 });
    await server.database.db.execute(sql`update fault_report set browser = null where device_id in (
      select device_id from fault_report where id = ${sent.id})`);
    expect(await statesOf(again)).toMatchObject([{ people: 1 }]);
    await close(sent.id);
  });
});

describe('P302 a report becomes a ticket', () => {
  test('with its time, texts and photos, once even for two people and two engineers', async () => {
    const sent = reportOf({
      name: 'Sister Mary',
      photos: [{ sha256: photoHash, size: photo.length }],
      reportedAt: new Date(server.clock.now.getTime() - hourMs).toISOString(),
    });
    const second = reportOf({ kind: 'no-power', text: '', patientAffected: 'yes' });
    await send(sent);
    expect((await send(second)).answer).toMatchObject({ state: 'joined', people: 2 });
    const upload = (bytes: Buffer, secret: string) =>
      server.app.inject({
        method: 'PUT',
        url: `/api/FaultReports/${sent.id}/photos/${photoHash}`,
        headers: { 'content-type': 'application/octet-stream', [reportSecretHeader]: secret },
        payload: bytes,
      });
    expect((await upload(photo, randomUUID())).statusCode).toBe(404);
    expect((await upload(asTakenByPhone(photo), sent.secret)).statusCode).toBe(415);
    expect((await upload(photo, sent.secret)).statusCode).toBe(204);
    expect((await upload(photo, sent.secret)).statusCode).toBe(204);
    const record = (await pulled()).find(({ id }) => id === sent.id);
    const photosAsked = {
      reference: record?.reference ?? '',
      secret: sent.secret,
      photos: [photoHash, '0'.repeat(64)],
    };
    const { answer: asked } = await server.visitor.call('faultReportStates', { body: { reports: [photosAsked] } });
    expect(asked).toMatchObject([{ arrived: [photoHash] }]);
    expect(record).toMatchObject({ people: 2, further: [{ kind: 'no-power' }], photos: [{ received: true }] });

    const [mine, theirs] = [await accept(asha, sent.id), await accept(binu, sent.id)];
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect(theirs.answer).toMatchObject({ ticketId: mine.answer.ticketId, ticketNumber: mine.answer.ticketNumber });
    expect(theirs.answer.notices).toEqual([
      `${record?.reference} was already accepted by A. Rao, which counts.`,
      `It is already the ticket ${mine.answer.ticketNumber}.`,
    ]);
    expect(mine.answer.ticketNumber).toBe('BD-2026-000001');
    const tickets = (await ticketsPulled()).filter(({ id }) => id === reportTicketId(sent.id));
    expect(tickets).toMatchObject([
      {
        reportedDate: new Date(server.clock.now.getTime() - hourMs).toISOString(),
        problemReported: 'Alarm or error message: Error 12\nDoes not switch on',
        reportedBy: `Ward report ${record?.reference}`,
        anyPatientHarm: true,
        files: [{ sha256: photoHash, received: true }],
      },
    ]);
    const number = mine.answer.ticketNumber;
    const states = await statesOf(sent, second);
    expect(states.toSorted((a, b) => (a.state < b.state ? -1 : 1))).toMatchObject([
      { state: 'accepted', ticketNumber: number, people: 2 },
      { state: 'joined', ticketNumber: number, people: 2 },
    ]);
    expect((await accept(office, randomUUID())).problem.code).toBe('record.unknown');
    await asha.call('closeTicket', {
      body: { id: reportTicketId(sent.id), actionTaken: 'Sensor changed' },
      key: randomUUID(),
    });
    expect(await statesOf(sent)).toMatchObject([{ doneAt: server.clock.now.toISOString() }]);
  });

  test('joins the open ticket of its device as a note, or is closed; accepting wins over both', async () => {
    const sent = reportOf({ serialNumber: 'MON-0001' });
    await send(sent);
    const report = {
      installationBaseId: server.city.devices['MON-0001'] ?? '',
      issueType: 'Other' as const,
      priority: 'Low' as const,
      reportedDate: server.clock.now.toISOString(),
    };
    const { answer: opened } = await asha.call('reportTicket', { body: report, key: randomUUID() });
    const other = { ...report, installationBaseId: server.city.devices['MON-0002'] ?? '' };
    const { answer: elsewhere } = await asha.call('reportTicket', { body: other, key: randomUUID() });
    const join = (ticketId: string) =>
      asha.call('joinReport', { body: { reportId: sent.id, ticketId }, key: randomUUID() });
    expect((await join(elsewhere.id)).problem.code).toBe('input.invalid');
    expect((await join(opened.id)).answer.ticketNumber).toBe(opened.ticketNumber);
    expect(await statesOf(sent)).toMatchObject([{ state: 'joined', ticketNumber: opened.ticketNumber }]);
    const joined = (await ticketsPulled()).find(({ id }) => id === opened.id);
    expect(joined?.events.at(-1)).toMatchObject({ kind: 'note', data: { text: expect.stringContaining('Error 12') } });

    expect((await close(sent.id)).answer.notices).toEqual([
      expect.stringMatching(/^R-\w{6} was already joined by A\. Rao, which counts\.$/),
    ]);
    expect((await accept(binu, sent.id)).answer.ticketNumber).toMatch(/^BD-/);
    expect(await statesOf(sent)).toMatchObject([{ state: 'accepted' }]);

    const third = reportOf({ serialNumber: 'MON-0003' });
    await send(third);
    await close(third.id);
    expect(await statesOf(third)).toMatchObject([{ state: 'closed', reason: 'duplicate', ticketNumber: null }]);
  });
});

describe('P304 rate limits', () => {
  test('allow a browser 5 reports an hour with the token of the label, 2 without', async () => {
    const t = await tokenOf(serial);
    const browser = randomUUID();
    const codes: unknown[] = [];
    for (let count = 0; count < 6; count += 1) {
      const { status, problem, header } = await send(reportOf({ browser, t }));
      codes.push(status === 201 ? status : [problem.code, header('retry-after')]);
    }
    expect(codes).toEqual([201, 201, 201, 201, 201, ['report.browser_limit', '600']]);
    const bare = randomUUID();
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await send(reportOf({ browser: bare }))).status);
    expect(statuses).toEqual([201, 201, 429]);
  });

  test('can be switched by the Admin too, who leaves the other settings unchanged', async () => {
    const admin = await server.as(server.admin);
    const office = await server.as(server.city.users.hospital);
    const params = { id: server.city.id };
    const { answer: before } = await office.call('reportSettings');
    const { head } = (await asha.call('syncChanges')).answer;
    expect(before.isOn).toBe(true);
    expect(
      (await admin.call('switchHospitalReports', { params, body: { isOn: false }, key: randomUUID() })).status,
    ).toBe(204);
    expect((await admin.call('hospital', { params })).answer.takesReports).toBe(false);
    const { answer: off } = await office.call('reportSettings');
    expect({ ...off, revision: '' }).toEqual({ ...before, isOn: false, revision: '' });
    const { rows } = (await asha.call('syncChanges', { query: { cursor: head } })).answer;
    expect(rows.flatMap((part) => (part.kind === 'setting' ? part.rows : []))).toMatchObject([
      { id: 'reports', isOn: false },
    ]);
    await admin.call('switchHospitalReports', { params, body: { isOn: true }, key: randomUUID() });
    expect((await office.call('reportSettings')).answer).toEqual(before);
    const gone = { params: { id: 'nowhere' }, body: { isOn: true }, key: randomUUID() };
    expect((await admin.call('switchHospitalReports', gone)).problem.code).toBe('record.unknown');
  });

  test('ignore the earlier token of a renewed label', async () => {
    const before = await tokenOf(serial);
    const { answer } = await asha.call('renewLabel', {
      params: { id: server.city.devices[serial] ?? '' },
      key: randomUUID(),
    });
    expect(answer.token).not.toBe(before);
    expect(await tokenOf(serial)).toBe(answer.token);
    const browser = randomUUID();
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await send(reportOf({ browser, t: before }))).status);
    expect(statuses).toEqual([201, 201, 429]);
  });

  test('require a proof of work per report beyond 30 an hour, and mark such reports', async () => {
    const t = await tokenOf(serial);
    for (let count = 0; count < 30; count += 1) await send(reportOf({ t }));
    const late = reportOf({ t });
    const refused = await send(late);
    expect([refused.status, refused.problem.code]).toEqual([428, 'report.proof_needed']);
    const challenge = refused.problem.context?.['challenge'] as Challenge;
    const proof = await solveProof(challenge);
    expect((await send(reportOf({ t, proof }))).status).toBe(428);
    expect((await send({ ...late, proof: Buffer.from('{}').toString('base64') })).status).toBe(428);
    const taken = await send({ ...late, proof });
    expect([taken.status, taken.answer.photos]).toEqual([201, 0]);
    expect((await send({ ...late, proof })).answer).toEqual(taken.answer);
    server.clock.advance(11 * 60_000);
    const expired = reportOf({ t });
    const asked = (await send(expired)).problem.context?.['challenge'] as Challenge;
    const stale = await solveProof(asked);
    server.clock.advance(11 * 60_000);
    expect((await send({ ...expired, proof: stale })).status).toBe(428);
  });
});

describe('P303 the nightly cleanup', () => {
  test("erases name, extension and browser after the hospital's retention days, and drops old reports from tablets", async () => {
    const sent = reportOf({ serialNumber: 'MON-0003', name: 'Sister Mary', extension: '123' });
    await send(sent);
    await close(sent.id);
    const open = reportOf({ serialNumber: 'VENT-0002', name: 'Sister Ann' });
    await send(open);
    const stored = async () =>
      (
        await server.database.pool.query<{ id: string; name: string; browser: string | null }>(
          'select id, name, browser from fault_report where id = any($1)',
          [[sent.id, open.id]],
        )
      ).rows.toSorted((a, b) => (a.name < b.name ? 1 : -1));
    await server.clearNightly();
    expect((await pulled()).map(({ id }) => id)).toContain(sent.id);
    server.clock.advance(31 * dayMs);
    await server.clearNightly();
    await signIn();
    const onTablets = new Set((await pulled()).map(({ id }) => id));
    expect([onTablets.has(sent.id), onTablets.has(open.id)]).toEqual([false, true]);
    expect((await stored())[0]).toMatchObject({ name: 'Sister Mary', browser: sent.browser });
    server.clock.advance(60 * dayMs);
    await server.clearNightly();
    await signIn();
    expect(await stored()).toMatchObject([
      { name: 'Sister Ann', browser: open.browser },
      { name: '', browser: null },
    ]);
    expect((await send(sent)).answer).toMatchObject({ state: 'closed' });
  });
});
