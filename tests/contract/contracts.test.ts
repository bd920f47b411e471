import { randomUUID } from 'node:crypto';
import { read, utils } from '@e965/xlsx';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import { clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import { reportTicketBody, ticketOf } from '#contract/calls/ticket/report.ts';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import type { ReplicaKind, ReplicaRecords } from '#contract/records/replica.ts';
import type { AgreementTerms } from '#contract/records/agreement-terms.ts';
import { vendorAlert, vendorAlerts } from '#contract/rules/agreements/vendor-clock.ts';
import { buildSuggestions } from '#contract/pages/dashboard.ts';
import { daysBetween, hospitalDay } from '#contract/rules/hospital-day.ts';
import { workEvent } from '#server/db/schema.ts';
import { gatherSuggestions } from '#ui/work/gather-suggestions.ts';
import { filterTickets, ticketRows } from '#ui/features/ticket/ticket-rows.ts';
import { contractVisits } from '#ui/features/warranty/visit-rows.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

type Body = BodyInput<Calls['saveWarranty']>;

let server: TestServer;
let bme: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
});
afterAll(() => server.close());

const terms = (more: Partial<AgreementTerms> = {}): AgreementTerms => ({
  ...blankTerms(),
  covers: ['labour', 'parts'],
  exclusions: 'Batteries',
  visitsPerYear: 4,
  yearlyPrice: 120_000,
  taxPercent: 18,
  responseHours: 4,
  repairDays: 2,
  uptimePercent: 95,
  penalties: [
    {
      measure: 'repair',
      basis: 'day',
      unit: 'percent of contract',
      steps: [
        { from: 0, rate: 0.5 },
        { from: 7, rate: 1 },
      ],
      doublesAfterDays: 14,
      cap: 10,
    },
  ],
  ...more,
});
const contract = (more: Partial<Body> = {}): Body => ({
  warrantyNumber: `C-${randomUUID().slice(0, 8)}`,
  equipmentId: server.city.equipment.ventilator,
  makeId: server.city.makeId,
  pmFrequency: 'quarterly',
  pmCount: 0,
  warrantyStartDate: '2026-06-01',
  warrantyDurationInYear: 1,
  selectedSerials: [{ serialNumber: 'VENT-0001' }],
  kind: 'CMC',
  vendorId: server.city.vendorId,
  contactName: 'R. Kulkarni',
  phone: '+91 20 5550 123',
  terms: terms(),
  ...more,
});
const save = async (more: Partial<Body> = {}) => {
  const made = await bme.call('saveWarranty', { body: contract(more), key: randomUUID() });
  expect([made.status, made.problem.message]).toEqual([201, undefined]);
  return made.answer;
};
const remove = async (id: string) => expect((await bme.call('deleteWarranty', { params: { id } })).status).toBe(204);

/** Returns the replica of a tablet that has pulled everything. */
async function pulled() {
  const { rows } = (await bme.call('syncChanges', { query: { limit: 10_000 } })).answer;
  const found = rows.flatMap(({ kind, rows: records }) =>
    records.map((record) => [`${kind} ${String(record['id'])}`, record] as const),
  );
  const records = new Map(found);
  return {
    get: <K extends ReplicaKind>(kind: K, id: string) => records.get(`${kind} ${id}`) as ReplicaRecords[K] | undefined,
    all: <K extends ReplicaKind>(kind: K) =>
      found.flatMap(([key, record]) => (key.startsWith(`${kind} `) ? [record as unknown as ReplicaRecords[K]] : [])),
    isPending: () => false,
    tasksOf: () => [],
  };
}
const device = () => server.city.devices['VENT-0001'] ?? '';
const report = (reportedDate: string) => ({
  installationBaseId: device(),
  issueType: 'Electrical' as const,
  problemReported: 'No power',
  priority: 'High' as const,
  reportedDate,
});

describe('A contract', () => {
  test('is saved with kind, vendor and terms; a change keeps the fields it omits', async () => {
    const made = await save();
    expect(made).toMatchObject({ kind: 'CMC', vendorName: 'Meditech', phone: '+91 20 5550 123', terms: terms() });
    const {
      kind: _kind,
      vendorId: _vendor,
      contactName: _contact,
      phone: _phone,
      terms: _terms,
      ...plain
    } = contract({
      warrantyNumber: made.warrantyNumber,
    });
    const { answer } = await bme.call('updateWarranty', { params: { id: made.id }, body: plain });
    expect(answer).toMatchObject({ kind: 'CMC', vendorName: 'Meditech', phone: '+91 20 5550 123', terms: terms() });
    const cleared = await bme.call('updateWarranty', {
      params: { id: made.id },
      body: { ...plain, kind: 'Warranty', vendorId: null, contactName: '', phone: '', terms: null },
    });
    expect(cleared.answer).toMatchObject({ kind: 'Warranty', vendorId: null, terms: null });
    const view = await pulled();
    expect(view.get('contract', made.id)).toBeUndefined();
    expect(view.get('device', device())?.warranties).toContainEqual({
      number: made.warrantyNumber,
      start: '2026-06-01',
      end: '2027-05-31',
    });
    await remove(made.id);
  });

  test('keeps support hours past midnight as typed', async () => {
    const window = { ...blankTerms().window, hours: 'set', hoursFrom: '20:00', hoursTo: '02:00' } as const;
    const { id } = await save({ terms: terms({ window }) });
    const view = await pulled();
    expect(view.get('contract', id)?.terms?.window).toEqual(window);
    await remove(id);
  });

  test('reaches the replica with its terms, and its device refers to it', async () => {
    const { id, warrantyNumber: number } = await save();
    const view = await pulled();
    expect(view.get('contract', id)).toEqual({
      id,
      number,
      kind: 'CMC',
      vendorId: server.city.vendorId,
      vendorName: 'Meditech',
      contactName: 'R. Kulkarni',
      phone: '+91 20 5550 123',
      startOn: '2026-06-01',
      endOn: '2027-05-31',
      terms: terms(),
    });
    expect(view.get('device', device())?.warranties).toContainEqual({
      number,
      start: '2026-06-01',
      end: '2027-05-31',
      kind: 'CMC',
      contractId: id,
    });
    await remove(id);
    const after = await pulled();
    expect([after.get('contract', id), after.get('device', device())?.warranties.length]).toEqual([undefined, 1]);
    expect((await bme.call('restoreWarranty', { params: { id } })).status).toBe(200);
    expect((await pulled()).get('contract', id)?.number).toBe(number);
    await remove(id);
  });

  test('shows the new name of a renamed vendor', async () => {
    const { id } = await save();
    const { vendorId } = server.city;
    const { answer: vendor } = await bme.call('vendor', { params: { id: vendorId } });
    const { id: _id, revision: _revision, ...body } = vendor;
    const renamed = await bme.call('updateVendor', {
      params: { id: vendorId },
      body: { ...body, name: 'Meditech India' },
    });
    expect(renamed.status).toBe(200);
    expect((await pulled()).get('contract', id)?.vendorName).toBe('Meditech India');
    await bme.call('updateVendor', { params: { id: vendorId }, body });
    await remove(id);
  });

  test('is filtered by kind, and its spreadsheet has more columns than one of warranties', async () => {
    const { id, warrantyNumber } = await save({ terms: terms({ noticeDays: 30 }) });
    const { answer } = await bme.call('warrantyPage', { query: { kind: 'CMC' } });
    expect(answer.items.map((row) => [row.warrantyNumber, row.kind, row.vendorName, row.noticeOn])).toEqual([
      [warrantyNumber, 'CMC', 'Meditech', '2027-05-01'],
    ]);
    const rowsOf = async (kind: 'CMC' | 'Warranty') => {
      const { response } = await bme.call('warrantyDownload', { query: { search: '', kind } });
      const book = read(response.rawPayload, { type: 'buffer' });
      return utils.sheet_to_json<Record<string, string>>(book.Sheets['Warranties'] ?? {});
    };
    expect((await rowsOf('CMC'))[0]).toMatchObject({
      'Warranty Number': warrantyNumber,
      Kind: 'CMC',
      Vendor: 'Meditech',
      Phone: '+91 20 5550 123',
      Covers: 'Labour, parts',
      'Visits per Year': '4',
      'Response Hours': '4',
      'Uptime %': '95',
      'Notice By': '01/05/2027',
    });
    expect(Object.keys((await rowsOf('Warranty'))[0] ?? {})).not.toContain('Kind');
    await remove(id);
  });

  test('covers devices of several equipment types, which a warranty cannot', async () => {
    const selectedSerials = [{ serialNumber: 'VENT-0001' }, { serialNumber: 'MON-0001' }];
    const { id, warrantyNumber } = await save({ selectedSerials });
    const { answer } = await bme.call('warrantyPage', { query: { search: warrantyNumber } });
    expect(answer.items[0]).toMatchObject({ equipmentName: 'Patient Monitor, Ventilator', numberOfEquipments: 2 });
    // If a change omits the kind, it stays.
    const { kind: _kind, ...body } = contract({
      warrantyNumber,
      selectedSerials: [...selectedSerials, { serialNumber: 'MON-0002' }],
    });
    const changed = await bme.call('updateWarranty', { params: { id }, body });
    expect([changed.status, changed.answer.selectedSerials.length]).toEqual([200, 3]);
    const refused = await bme.call('saveWarranty', { body: contract({ kind: 'Warranty', selectedSerials }) });
    expect(refused.problem.errors).toEqual({ selectedSerials: ['Not of the chosen equipment and make: MON-0001.'] });
    await remove(id);
  });

  const later = 'Each step must begin later than the one before.';
  const clause = terms().penalties[0]!;
  const number = 'Please enter a number of 0 or more.';
  const cases: [string, object, string, string][] = [
    ['an unknown kind', { kind: 'Loan' }, 'kind', 'Please choose a kind of contract.'],
    [
      'an invalid closing time',
      { terms: terms({ window: { ...blankTerms().window, hours: 'set', hoursTo: '24:00' } }) },
      'terms.window.hoursTo',
      'Please enter a time such as 09:00.',
    ],
    [
      'hours without a work day',
      { terms: terms({ window: { ...blankTerms().window, hours: 'set', workDays: [] } }) },
      'terms.window.workDays',
      'Please choose at least one day.',
    ],
    [
      'an uptime above 100',
      { terms: terms({ uptimePercent: 101 }) },
      'terms.uptimePercent',
      'Please enter a number from 0 to 100.',
    ],
    [
      'a response time of 0',
      { terms: terms({ responseHours: 0 }) },
      'terms.responseHours',
      'Please enter a number above 0.',
    ],
    [
      'an uptime with three decimals',
      { terms: terms({ uptimePercent: 99.995 }) },
      'terms.uptimePercent',
      'At most 2 decimals.',
    ],
    [
      'a rate with five decimals',
      { terms: terms({ penalties: [{ ...clause, steps: [{ from: 0, rate: 0.00004 }] }] }) },
      'terms.penalties.0.steps.0.rate',
      'At most 4 decimals.',
    ],
    ['a price below 0', { terms: terms({ yearlyPrice: -1 }) }, 'terms.yearlyPrice', number],
    [
      'steps out of order',
      {
        terms: terms({
          penalties: [
            {
              ...clause,
              steps: [
                { from: 7, rate: 1 },
                { from: 7, rate: 2 },
              ],
            },
          ],
        }),
      },
      'terms.penalties.0.steps.1.from',
      later,
    ],
    [
      'a rate below 0',
      { terms: terms({ penalties: [{ ...clause, steps: [{ from: 0, rate: -1 }] }] }) },
      'terms.penalties.0.steps.0.rate',
      number,
    ],
    [
      'a clause without steps',
      { terms: terms({ penalties: [{ ...clause, steps: [] }] }) },
      'terms.penalties.0.steps',
      'Please add at least one step.',
    ],
    ['a limit below 0', { terms: terms({ penalties: [{ ...clause, cap: -1 }] }) }, 'terms.penalties.0.cap', number],
    [
      'a penalty without a promised repair time',
      { terms: terms({ repairDays: null }) },
      'terms.repairDays',
      'A penalty for repair needs what was promised.',
    ],
    [
      'percentage points for repair',
      { terms: terms({ penalties: [{ ...clause, basis: 'point' }] }) },
      'terms.penalties.0.basis',
      'Only uptime is measured in percentage points.',
    ],
    [
      'percentage points that double after days',
      { terms: terms({ penalties: [{ ...clause, measure: 'uptime', basis: 'point' }] }) },
      'terms.penalties.0.doublesAfterDays',
      'A rate per percentage point does not double with time: leave this empty.',
    ],
  ];
  test.each(cases)('%s is refused at its field', async (_what, more, field, sentence) => {
    const { status, problem } = await bme.call('saveWarranty', { body: contract(more as Partial<Body>) });
    expect([status, problem.errors]).toEqual([400, { [field]: [sentence] }]);
  });

  test('may be extended by twice the days of downtime beyond the agreed uptime', async () => {
    const extension: AgreementTerms['penalties'][number] = {
      measure: 'uptime',
      basis: 'day',
      unit: 'days of extension',
      steps: [{ from: 0, rate: 2 }],
      doublesAfterDays: null,
      cap: null,
    };
    const { id, terms: kept } = await save({ terms: terms({ penalties: [extension] }) });
    expect(kept?.penalties).toEqual([extension]);
    await remove(id);
  });

  test('cannot name a vendor of another hospital', async () => {
    const { status, problem } = await bme.call('saveWarranty', { body: contract({ vendorId: server.lake.vendorId }) });
    expect([status, problem.errors]).toEqual([400, { vendorId: ['This vendor does not exist.'] }]);
  });
});

describe('The terms of a ticket', () => {
  test('are those in force on the day of the report, equal on tablet and server, and survive changes of the contract', async () => {
    const made = await save();
    const view = await pulled();
    const madeAt = server.clock.now.toISOString();
    const body = report(madeAt);
    const commandId = randomUUID();
    const user = { id: server.city.users.bme.id, name: server.city.users.bme.name };
    const context = { commandId, at: madeAt, offsetMs: 0, user, timeZone: 'Asia/Kolkata', view };
    const shown = ticketOf(reportTicketBody.parse(body), context, null);
    expect(shown.terms).toMatchObject({ contractId: made.id, kind: 'CMC', vendorName: 'Meditech', terms: terms() });
    const sent = await bme.call('reportTicket', {
      body,
      key: commandId,
      headers: { [madeAtHeader]: madeAt, [clockOffsetHeader]: '0' },
    });
    expect(sent.status).toBe(201);
    expect((await pulled()).get('ticket', sent.answer.id)?.terms).toEqual(shown.terms);
    await bme.call('updateWarranty', {
      params: { id: made.id },
      body: contract({ warrantyNumber: made.warrantyNumber, terms: terms({ responseHours: 48 }) }),
    });
    expect((await pulled()).get('ticket', sent.answer.id)?.terms).toEqual(shown.terms);
    await remove(made.id);
    expect((await pulled()).get('ticket', sent.answer.id)?.terms).toEqual(shown.terms);
  });

  test('of an offline report that arrives after the contract ended are those of its own day', async () => {
    const made = await save({ warrantyStartDate: '2025-06-30' });
    const lastDay = await bme.call('reportTicket', { body: report('2026-06-29'), key: randomUUID() });
    const dayAfter = await bme.call('reportTicket', { body: report('2026-06-30'), key: randomUUID() });
    const view = await pulled();
    expect(view.get('ticket', lastDay.answer.id)?.terms?.contractId).toBe(made.id);
    expect(view.get('ticket', dayAfter.answer.id)?.terms).toBeUndefined();
    await remove(made.id);
  });
});

describe('P140 the list of tickets', () => {
  test('shows the same vendor state as the page of each ticket and filters by it, on tablets too', async () => {
    const made = await save({ terms: terms({ responseHours: 4, repairDays: null, penalties: [] }) });
    const hoursAgo = async (hours: number) => {
      const at = new Date(server.clock.now.getTime() - hours * 3_600_000).toISOString();
      const sent = await bme.call('reportTicket', { body: report(at), key: randomUUID() });
      return sent.answer.id;
    };
    const closed = await hoursAgo(9);
    await bme.call('closeTicket', { body: { id: closed, actionTaken: 'Plug' } });
    const expected = { late: [await hoursAgo(5)], 'due-soon': [await hoursAgo(3)], none: [closed, await hoursAgo(0)] };
    const moment = { now: server.clock.now, timeZone: 'Asia/Kolkata' };
    const rows = ticketRows(await pulled(), moment);
    const { answer } = await bme.call('ticketPage', { query: { pageSize: 100 } });
    expect(rows.map(({ id, vendorAlert: alert }) => [id, alert])).toEqual(
      answer.items.map(({ id, vendorAlert: alert }) => [id, alert]),
    );
    for (const { id, vendorAlert: alert } of answer.items) {
      const { contract: kept } = (await bme.call('readTicket', { params: { id } })).answer;
      expect([id, vendorAlert(kept?.clock.promises ?? [])]).toEqual([id, alert]);
    }
    for (const asked of vendorAlerts) {
      const narrowed = await bme.call('ticketPage', { query: { vendorAlert: asked, pageSize: 100 } });
      const listed = filterTickets(rows, { status: '', vendorAlert: asked }, server.city.users.bme.id);
      const ids = narrowed.answer.items.map(({ id }) => id);
      expect(ids).toEqual(listed.map(({ id }) => id));
      expect(narrowed.answer.totalCount).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(expected[asked]));
    }
    expect(answer.items.filter(({ id }) => expected.none.includes(id)).map((row) => row.vendorAlert)).toEqual([
      null,
      null,
    ]);
    await remove(made.id);
  });
});

describe('The evidence of a contract', () => {
  const notesOf = async (id: string) => {
    const query = { period: 'quarter', at: '2026-Q2' } as const;
    const { answer, status } = await bme.call('contractEvidence', { params: { id }, query });
    expect(status).toBe(200);
    return answer.notes.filter((note) => note.includes('of its devices'));
  };

  test('ignores tickets of a device that was entered by mistake', async () => {
    const mistaken = server.city.devices['VENT-0002'] ?? '';
    await bme.call('reportTicket', {
      body: { ...report('2026-06-20'), installationBaseId: mistaken },
      key: randomUUID(),
    });
    const { id } = await save({ selectedSerials: [{ serialNumber: 'VENT-0002' }] });
    expect(await notesOf(id)).toEqual(['1 ticket of its devices keeps no terms of this contract and is not counted.']);
    const removed = await bme.call('deleteDevice', { params: { id: mistaken }, query: { reason: 'mistake' } });
    expect(removed.status).toBe(204);
    expect(await notesOf(id)).toEqual([]);
    await bme.call('restoreDevice', { params: { id: mistaken } });
    await remove(id);
  });

  test('of a deleted contract remains for tickets that keep its terms', async () => {
    const { id } = await save({ warrantyStartDate: '2026-06-02' });
    const reported = await bme.call('reportTicket', { body: report('2026-06-03'), key: randomUUID() });
    const query = { period: 'quarter', at: '2026-Q2' } as const;
    const before = (await bme.call('contractEvidence', { params: { id }, query })).answer;
    await remove(id);
    const after = (await bme.call('contractEvidence', { params: { id }, query })).answer;
    const ofTickets = before.breaches.filter(({ measure }) => measure !== 'uptime');
    expect(ofTickets.map(({ ticketId }) => ticketId)).toEqual([reported.answer.id, reported.answer.id]);
    expect(after.breaches).toEqual(ofTickets);
  });

  test('is available to its own hospital only', async () => {
    const { id } = await save();
    const other = await (
      await server.as(server.lake.users.bme)
    ).call('contractEvidence', {
      params: { id },
      query: { period: 'year', at: '2026' },
    });
    expect(other.status).toBe(404);
    await remove(id);
  });
});

describe('The warning days before a contract ends', () => {
  test('are set by the hospital and apply at once to suggestions and tablets, with since and by whom', async () => {
    const equipmentId = server.city.equipment.monitor;
    const { id } = await save({ equipmentId, selectedSerials: [{ serialNumber: 'MON-0002' }] });
    const told = async () => {
      const { answer } = await bme.call('dashboardSuggestions');
      return answer.filter((text) => text.includes('CMC ends in'));
    };
    const change = async (endSteps: number[]) => {
      const { answer: known } = await bme.call('figureSettings');
      const { since: _since, ...settings } = known;
      const saved = await bme.call('updateFigureSettings', { body: { ...settings, endSteps }, key: randomUUID() });
      expect(saved.status).toBe(200);
      return saved.answer;
    };
    const days = daysBetween(hospitalDay(server.clock.now, 'Asia/Kolkata'), '2027-05-31');
    expect(await told()).toEqual([]);
    expect((await pulled()).get('setting', 'contracts')).toBeUndefined();
    const { since } = await change([days, 60, 30, 7]);
    expect(since.endSteps).toEqual({ at: server.clock.now.toISOString(), by: 'A. Rao' });
    expect(await told()).toEqual([`Patient Monitor (MON-0002): CMC ends in ${days} days, on 31 May 2027.`]);
    expect((await pulled()).get('setting', 'contracts')).toEqual({ id: 'contracts', endSteps: [days, 60, 30, 7] });
    await change([days - 1, 60, 30, 7]);
    expect(await told()).toEqual([]);
    const { answer: kept } = await (await server.as(server.lake.users.bme)).call('figureSettings');
    expect(kept.endSteps).toEqual([90, 60, 30, 7]);
    await change([90, 60, 30, 7]);
    await remove(id);
  });
});

/** Returns the suggestions about visits owed, which must be the same on tablet and server. */
async function visitsOwed(): Promise<string[]> {
  const moment = { now: server.clock.now, timeZone: 'Asia/Kolkata' };
  const about = (texts: readonly string[]) => texts.filter((text) => text.includes('due by today'));
  const shown = about(buildSuggestions(gatherSuggestions(await pulled(), moment), moment));
  expect(about((await bme.call('dashboardSuggestions')).answer)).toEqual(shown);
  return shown;
}

describe('P141 a vendor who is behind on visits', () => {
  test('is suggested for each device with a missed visit, equally on tablet and server, until one is done', async () => {
    expect(await visitsOwed()).toEqual([]);
    const both = [{ serialNumber: 'VENT-0001' }, { serialNumber: 'VENT-0002' }];
    const { id, warrantyNumber: number } = await save({
      warrantyStartDate: '2026-03-15',
      pmCount: 4,
      selectedSerials: both,
    });
    const missed = (serial: string) =>
      `Ventilator (${serial}): 0 of 4 visits of ${number} (Meditech) done, 1 visit due by today.`;
    expect(await visitsOwed()).toEqual([missed('VENT-0001'), missed('VENT-0002')]);
    const view = await pulled();
    const visit = view
      .all('task')
      .find((task) => task.warrantyNumber === number && task.deviceId === server.city.devices['VENT-0002']);
    const closed = await bme.call('closeTask', { body: { taskId: visit?.id ?? '', actionTaken: 'Cleaned' } });
    expect(closed.status).toBe(200);
    expect(await visitsOwed()).toEqual([missed('VENT-0001')]);
    const body = contract({
      warrantyNumber: number,
      warrantyStartDate: '2026-03-15',
      pmCount: 4,
      selectedSerials: both,
    });
    await bme.call('updateWarranty', { params: { id }, body: { ...body, terms: terms({ visitsPerYear: 3 }) } });
    expect(await visitsOwed()).toEqual([]);
    await remove(id);
  });
});

describe('P148 who did a task', () => {
  const scheduleBody = (more: Partial<BodyInput<Calls['createSchedule']>> = {}) => ({
    target: 'device' as const,
    targetId: server.city.devices['VENT-0001'] ?? '',
    kind: 'Cal' as const,
    every: 1,
    unit: 'month' as const,
    basis: 'fixed' as const,
    firstDueOn: '2026-07-01',
    doneBy: 'vendor' as const,
    vendorId: server.city.vendorId,
    ...more,
  });
  const vendorNamed = async (name: string) => {
    const made = await bme.call('createVendor', {
      body: { name, location: 'Pune', types: 'Vendor' },
      key: randomUUID(),
    });
    expect(made.status).toBe(201);
    return made.answer.id;
  };
  const jobsOf = async (vendorId: string) =>
    (await pulled())
      .all('task')
      .filter((task) => task.vendorId === vendorId && task.closedAt === null)
      .sort((a, b) => (a.taskDate < b.taskDate ? -1 : 1));

  test('is the vendor its schedule had at closing, whichever vendor the schedule has later', async () => {
    const moment = { now: server.clock.now, timeZone: 'Asia/Kolkata' };
    const first = await vendorNamed('First Service');
    const second = await vendorNamed('Second Service');
    const { answer: made } = await bme.call('createSchedule', { body: scheduleBody({ vendorId: first }) });
    const [atOnce, offline, byOldApp, unknown, nobody, open] = await jobsOf(first);
    const close = (taskId = '', vendorId?: string | null) =>
      bme.call('closeTask', {
        body: { taskId, actionTaken: 'Calibrated', ...(vendorId !== undefined && { vendorId }) },
        key: randomUUID(),
      });
    expect((await close(atOnce?.id)).status).toBe(200);
    // A closing by an app that did not record the vendor.
    expect((await close(byOldApp?.id)).status).toBe(200);
    await server.database.db
      .update(workEvent)
      .set({ data: {} })
      .where(and(eq(workEvent.ownerId, byOldApp?.id ?? ''), eq(workEvent.kind, 'closed')));
    const { answer: changed } = await bme.call('updateSchedule', {
      params: { id: made.id },
      body: { ...scheduleBody({ vendorId: second }), revision: made.revision },
    });
    expect(changed.vendorId).toBe(second);
    // Closed on a tablet while the schedule named the first vendor, sent after it named the second.
    expect((await close(offline?.id, first)).status).toBe(200);
    // An unknown vendor, from another hospital or lost in a restored backup: the work counts as done anyway.
    expect((await close(unknown?.id, server.lake.vendorId)).answer.notices).toEqual([
      'The vendor who did this work does not exist here. Your entry is kept.',
    ]);
    expect((await close(nobody?.id, null)).status).toBe(200);

    const view = await pulled();
    const vendorOf = (task: { id: string } | undefined) => view.get('task', task?.id ?? '')?.vendorId;
    expect([atOnce, offline, byOldApp, unknown, nobody, open].map(vendorOf)).toEqual([
      first,
      first,
      second,
      second,
      undefined,
      second,
    ]);

    const promise = {
      kind: 'AMC' as const,
      pmCount: 0,
      warrantyStartDate: '2026-01-01',
      terms: terms({ visitsPerYear: 12 }),
    };
    const ofFirst = await save({ ...promise, vendorId: first });
    const ofSecond = await save({ ...promise, vendorId: second });
    const asked = await pulled();
    const shown = [ofFirst, ofSecond].map(
      ({ id }) =>
        contractVisits(asked, id, { today: hospitalDay(moment.now, moment.timeZone), timeZone: moment.timeZone })?.done
          .length,
    );
    // All were closed on the same day, which is one visit for each.
    expect(shown).toEqual([1, 1]);
    const told = buildSuggestions(gatherSuggestions(asked, moment), moment);
    expect((await bme.call('dashboardSuggestions')).answer).toEqual(told);
    for (const { id } of [ofFirst, ofSecond]) await remove(id);
    await bme.call('deleteSchedule', { params: { id: made.id } });
  });

  test('is the vendor that another program sends with the closing, whatever the source of the task', async () => {
    const zed = await vendorNamed('Zed Service');
    const { answer: reported } = await bme.call('reportTicket', {
      body: { ...report(server.clock.now.toISOString()), installationBaseId: server.city.devices['VENT-0002'] ?? '' },
      key: randomUUID(),
    });
    await bme.call('closeTicket', {
      body: { id: reported.id, actionTaken: 'Looked at', isFollowUpRequired: true, followUpAction: 'Order the board' },
    });
    const promise = { kind: 'AMC' as const, pmCount: 0, warrantyStartDate: '2026-03-15', vendorId: zed };
    const made = [
      await save({ ...promise, selectedSerials: [{ serialNumber: 'VENT-0001' }, { serialNumber: 'VENT-0002' }] }),
      await save({
        ...promise,
        equipmentId: server.city.equipment.monitor,
        selectedSerials: [{ serialNumber: 'MON-0001' }],
      }),
    ];
    const view = await pulled();
    const { overdue, calibration } = server.city.tasks;
    const jobs = [
      ['VENT-0001', overdue],
      ['VENT-0002', view.get('ticket', reported.id)?.followUpTaskId ?? ''],
      ['MON-0001', calibration],
    ] as const;
    expect(jobs.map(([, id]) => view.get('task', id))).toEqual(
      jobs.map(([serial]) => expect.objectContaining({ deviceId: server.city.devices[serial], closedAt: null })),
    );
    const owing = async () => (await visitsOwed()).map((text) => /\((.*?)\)/.exec(text)?.[1]).toSorted();
    expect(await owing()).toEqual(['MON-0001', 'VENT-0001', 'VENT-0002']);
    const left = new Set<string>(jobs.map(([serial]) => serial));
    for (const [serial, taskId] of jobs) {
      const closed = await bme.call('closeTask', {
        body: { taskId, actionTaken: 'Serviced', vendorId: zed },
        key: randomUUID(),
      });
      expect(closed.status).toBe(200);
      left.delete(serial);
      expect(await owing()).toEqual([...left].toSorted());
    }
    for (const { id } of made) await remove(id);
  });
});

describe('The holidays of a hospital', () => {
  const republic = { on: '2027-01-26', name: 'Republic Day' };
  const may = { on: '2027-05-01', name: 'Maharashtra Day' };

  test('are saved as a whole, reach tablets and appear in the activity log', async () => {
    const { answer: before } = await bme.call('holidays');
    expect(before.days).toEqual([]);
    const set = (days: (typeof may)[], revision?: string) =>
      bme.call('updateHolidays', { body: { days, ...(revision !== undefined && { revision }) }, key: randomUUID() });
    const { answer } = await set([may, republic], before.revision);
    expect(answer.days).toEqual([republic, may]);
    expect((await pulled()).get('holiday', '2027-01-26')).toEqual({ id: '2027-01-26', name: 'Republic Day' });
    await set([{ ...republic, name: 'Republic Day of India' }]);
    const view = await pulled();
    expect([view.get('holiday', '2027-01-26')?.name, view.get('holiday', '2027-05-01')]).toEqual([
      'Republic Day of India',
      undefined,
    ]);
    const conflict = await set([may], before.revision);
    expect([conflict.status, conflict.problem.code]).toEqual([409, 'record.conflict']);
    const other = await (await server.as(server.lake.users.bme)).call('holidays');
    expect(other.answer.days).toEqual([]);
    const office = await server.as(server.city.users.hospital);
    const { answer: log } = await office.call('auditPage', {
      query: { page: 1, pageSize: 100, search: '', from: '2026-01-01', to: '2026-12-31' },
    });
    const change = log.items.find(({ what, records }) => what === 'Change the holidays' && records.length > 0);
    expect([change?.userName, change?.records]).toEqual([
      'A. Rao',
      expect.arrayContaining(['Republic Day of India, 26-01-2027']),
    ]);
  });

  test.each([
    ['the same day twice', [may, may], 'days.1.on', 'This day is already in the list.'],
    ['a day without a name', [{ on: '2027-05-01', name: ' ' }], 'days.0.name', 'Please enter a name.'],
    ['no day', [{ on: '', name: 'May' }], 'days.0.on', 'Please enter a valid date.'],
  ])('%s is refused at its field', async (_what, days, field, sentence) => {
    const { status, problem } = await bme.call('updateHolidays', { body: { days } });
    expect([status, problem.errors]).toEqual([400, { [field]: [sentence] }]);
  });
});
