import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseOn } from '#server/db/database.ts';
import { noticePush, pushSubscription } from '#server/db/schema.ts';
import { openPusher, type Pusher } from '#server/outgoing/pusher.ts';
import { sendPushes } from '#server/notice/send-push.ts';
import { createSeeded } from '#tests/faults/seeded.ts';
import { type Browser, type PushAnswer, type PushService, startPushService } from '#tests/support/push-service.ts';
import { type MortalSender, mortalSender } from '#tests/support/mortal-sender.ts';
import { type ReportedTicket, ticketBody } from '#tests/support/reported-ticket.ts';
import { openPool } from '#tests/support/test-database.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

const minuteMs = 60_000;
const phoneId = randomUUID();
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Shorter than the pause before the next attempt, like the shipped one. */
const push = { allowsPrivate: true, deadlineMs: 400 };
/** Copies in the campaign with faults; 10,000 with `NOTICES=10000`. */
const many = Number(process.env['NOTICES'] ?? 500);

let server: TestServer;
let pusher: Pusher;
let service: PushService;
let answer: () => PushAnswer;
let office: TestClient;
let asha: TestClient;
let phone: Browser;
beforeAll(async () => {
  server = await startTestServer({ push });
  pusher = await openPusher(server.database.db, push);
});
beforeEach(async () => {
  server.clock.advance(60 * minuteMs);
  await server.database.db.delete(noticePush);
  await server.database.db.delete(pushSubscription);
  answer = () => ({ status: 201 });
  service = await startPushService(() => answer());
  office = await server.as(server.city.users.hospital);
  asha = await server.as({ ...server.city.users.bme, deviceId: phoneId });
  phone = await subscribe(asha, 'phone');
});
afterEach(async () => {
  expect(service.faults).toEqual([]);
  await service.close();
});
afterAll(() => server.close());

async function subscribe(who: TestClient, name: string): Promise<Browser> {
  const { push: own } = (await who.call('noticePreferences')).answer;
  const browser = service.subscribe(name, own.key);
  expect((await who.call('subscribePush', { body: browser })).status).toBe(204);
  return browser;
}
async function report(part: Partial<ReportedTicket> = {}): Promise<string> {
  const body = ticketBody(server, { anyPatientHarm: true, harmDescription: 'Secret harm', ...part });
  return (await office.call('reportTicket', { body, key: randomUUID() })).answer.id;
}
const send = (by = pusher, db = server.database.db) =>
  sendPushes({ db, pusher: by, now: () => server.clock.now, log: quiet });
const rows = () => server.database.db.select().from(noticePush);
const states = async () => (await rows()).map(({ state }) => state).toSorted();
const own = async (who = asha) => (await who.call('noticePreferences')).answer.push;

describe('P341 a notice by push', () => {
  test('reaches each tablet of the user once, with a link and without serial number, patient or free text', async () => {
    const tablet = await server.as({ ...server.city.users.bme, deviceId: randomUUID() });
    await subscribe(tablet, 'tablet');
    await subscribe(await server.as(server.lake.users.bme), 'other hospital');
    const id = await report();
    expect([await send(), await send()]).toEqual([2, 0]);
    expect(await states()).toEqual(['sent', 'sent']);
    expect(service.shown.map(({ browser }) => browser).toSorted()).toEqual(['phone', 'tablet']);
    for (const shown of service.shown) {
      expect(shown).toMatchObject({
        title: 'Urgent ticket',
        body: expect.stringMatching(/^Urgent ticket BD-2026-\d{6}: Ventilator, ICU$/),
        navigate: `${phone.appUrl}/breakdown/${id}`,
        urgency: 'high',
        ttl: 86_400,
      });
      expect(JSON.stringify(shown)).not.toMatch(/Secret|VENT-0001|atient|harm/);
    }
  });

  test('is not sent for kinds that the user has switched off; urgent ones cannot be switched off', async () => {
    const change = (kinds: ('ticketAssigned' | 'urgentTicket')[]) =>
      asha.call('updateNoticePreferences', { body: { off: { mail: [], push: kinds } }, key: randomUUID() });
    expect((await change(['urgentTicket'])).status).toBe(400);
    expect((await change(['ticketAssigned'])).answer.off).toEqual({ mail: [], push: ['ticketAssigned'] });
    const assigned = { technicianId: server.city.users.bme.id, priority: 'Low', anyPatientHarm: false } as const;
    await report(assigned);
    expect(await states()).toEqual([]);
    await change([]);
    await report(assigned);
    expect(await send()).toBe(1);
    expect(service.shown).toMatchObject([{ urgency: 'normal', title: 'Ticket assigned to me' }]);
    // One that waits, for example for the end of quiet hours, is no longer wanted either.
    await report(assigned);
    await change(['ticketAssigned']);
    await send();
    expect(service.shown).toHaveLength(1);
    await change([]);
  });

  test('is retried when a busy push service allows it, and dropped if refused', async () => {
    answer = () => ({ status: 429, retryAfter: 600 });
    await report();
    expect([await send(), await states()]).toEqual([1, ['waiting']]);
    expect((await own()).isFailing).toBe(true);
    server.clock.advance(9 * minuteMs);
    expect(await send()).toBe(0);
    server.clock.advance(2 * minuteMs);
    answer = () => ({ status: 503 });
    expect([await send(), await states()]).toEqual([1, ['waiting']]);
    server.clock.advance(5 * minuteMs);
    answer = () => ({ status: 403 });
    expect([await send(), await states()]).toEqual([1, ['failed']]);
    expect((await rows())[0]?.reason).toBe('The push service answered 403.');
    answer = () => ({ status: 201 });
    asha = await server.as({ ...server.city.users.bme, deviceId: phoneId });
    office = await server.as(server.city.users.hospital);
    await report();
    await send();
    expect((await own()).isFailing).toBe(false);
  });

  test.each(['1e300', 'Infinity', '-5', '0.5', 'Wed, 21 Oct 2099 07:28:00 GMT', 'soon'])(
    'waits at most two hours for a push service that asks for a pause of %s',
    async (retryAfter) => {
      answer = () => ({ status: 429, retryAfter });
      await report();
      expect([await send(), await states()]).toEqual([1, ['waiting']]);
      answer = () => ({ status: 201 });
      server.clock.advance(120 * minuteMs);
      expect([await send(), await states()]).toEqual([1, ['sent']]);
    },
  );

  test.each([404, 410])('stops when the browser has ended its subscription (%i)', async (status) => {
    if (status === 410) service.end(phone);
    else answer = () => ({ status });
    await report();
    await report();
    expect(await send()).toBe(2);
    expect(await states()).toEqual(['failed', 'failed']);
    expect((await own()).endpoint).toBeNull();
    await report();
    expect(await rows()).toHaveLength(2);
  });

  test('does not wait for a push service that never replies, and is retried for a day', async () => {
    answer = () => 'hang';
    await report();
    expect(await send()).toBe(1);
    expect((await rows())[0]?.reason).toBe('The push service did not answer in time.');
    answer = () => ({ status: 500 });
    for (let hour = 0; hour < 26; hour += 1) {
      server.clock.advance(60 * minuteMs);
      await send();
    }
    expect(await states()).toEqual(['failed']);
  });

  test('that hangs does not delay another one', async () => {
    const hung = await subscribe(await server.as({ ...server.city.users.secondBme, deviceId: randomUUID() }), 'hung');
    const { promise, release } = held();
    let arrived = 0;
    const some: Pusher = {
      ...pusher,
      async push(to) {
        if (to.endpoint === hung.endpoint) await promise;
        else arrived += 1;
      },
    };
    await report();
    const sending = send(some);
    await expect.poll(() => arrived).toBe(1);
    release();
    expect(await sending).toBe(2);
  });

  test('stops with sign-out on the tablet, and resumes with the next sign-in', async () => {
    const userId = asha.session?.userId ?? '';
    await asha.call('logout', { params: { userId }, body: { keepOutbox: false } });
    await report();
    expect([await send(), await states()]).toEqual([1, ['failed']]);
    await server.as({ ...server.city.users.bme, deviceId: phoneId });
    await report();
    await send();
    expect(service.shown).toHaveLength(1);

    const { items } = (await office.call('tabletPage', { query: { page: 1, pageSize: 200 } })).answer;
    for (const { id } of items.filter(({ userName }) => userName === server.city.users.bme.name)) {
      expect((await office.call('revokeTablet', { params: { id }, key: randomUUID() })).status).toBe(204);
    }
    await report();
    await send();
    expect(service.shown).toHaveLength(1);
  });

  test('stops when the session expires without a sign-out', async () => {
    server.clock.advance(29 * 24 * 60 * minuteMs);
    office = await server.as(server.city.users.hospital);
    await report();
    await send();
    expect(service.shown).toHaveLength(1);
    server.clock.advance(2 * 24 * 60 * minuteMs);
    office = await server.as(server.city.users.hospital);
    await report();
    expect(await send()).toBe(1);
    expect([service.shown.length, await states()]).toEqual([1, ['failed', 'sent']]);
  });

  test('stops when another user signs in on the tablet, even if it was locked, and drops what is queued', async () => {
    answer = () => ({ status: 503 });
    await report();
    expect([await send(), await states()]).toEqual([1, ['waiting']]);
    answer = () => ({ status: 201 });
    const tablet = await server.as({ ...server.city.users.bme, deviceId: randomUUID() });
    await subscribe(tablet, 'tablet');
    await server.as({ ...server.city.users.secondBme, deviceId: phoneId });
    expect((await own()).endpoint).toBeNull();
    await report();
    server.clock.advance(minuteMs);
    expect(await send()).toBe(2);
    expect(service.shown.map(({ browser }) => browser)).toEqual(['tablet']);
    expect(await states()).toEqual(['failed', 'sent']);
    await server.as({ ...server.city.users.bme, deviceId: phoneId });
    expect((await own(tablet)).endpoint).not.toBeNull();
  });

  test('P346 is kept by the push service for the rest of its day; one delayed for longer is not sent', async () => {
    const settings = (await office.call('noticeSettings')).answer;
    const hold = async (quietFrom: string, quietTo: string) => {
      const { revision } = (await office.call('noticeSettings')).answer;
      const body = { ...settings, quietFrom, quietTo, revision };
      expect((await office.call('updateNoticeSettings', { body, key: randomUUID() })).status).toBe(200);
    };
    const assigned = { technicianId: server.city.users.bme.id, priority: 'Low', anyPatientHarm: false } as const;
    const nextDay = new Date(server.clock.now.getTime() + 24 * 60 * minuteMs).toISOString().slice(0, 10);
    server.clock.now = new Date(`${nextDay}T22:30:00+05:30`);
    office = await server.as(server.city.users.hospital);
    asha = await server.as({ ...server.city.users.bme, deviceId: phoneId });
    await hold('22:00', '06:30');
    await report(assigned);
    expect(await send()).toBe(0);
    server.clock.advance(8 * 60 * minuteMs);
    expect([await send(), service.shown.map(({ ttl }) => ttl)]).toEqual([1, [16 * 60 * 60]]);
    // The next night's is held, and no server runs until the day after.
    server.clock.advance(16 * 60 * minuteMs);
    office = await server.as(server.city.users.hospital);
    await report(assigned);
    server.clock.advance(25 * 60 * minuteMs);
    await send();
    server.clock.advance(8 * 60 * minuteMs);
    await send();
    expect([service.shown.length, await states()]).toEqual([1, ['failed', 'sent']]);
    office = await server.as(server.city.users.hospital);
    await hold('', '');
  });

  test('is not sent to a closed account', async () => {
    await report();
    const { id } = server.city.users.bme;
    await office.call('deleteEngineer', { params: { id }, key: randomUUID() });
    await send();
    expect([service.shown, await states()]).toEqual([[], ['failed']]);
    await office.call('restoreEngineer', { params: { id }, key: randomUUID() });
  });

  test('is sent after a kill between any two steps; if the push service already accepted it, as the same message', async () => {
    for (const killed of [false, true]) {
      await server.database.db.delete(noticePush);
      service.shown.length = 0;
      await report();
      const { promise, release } = held();
      const dying = send({
        ...pusher,
        async push(to, message) {
          if (killed) await pusher.push(to, message);
          await promise;
        },
      });
      await expect.poll(async () => (await rows()).map(({ attempts }) => attempts)).toEqual([1]);
      await expect.poll(() => service.shown.length).toBe(killed ? 1 : 0);
      expect(await send()).toBe(0);
      server.clock.advance(3 * minuteMs);
      expect(await send()).toBe(1);
      expect(new Set(service.shown.map(({ tag }) => tag)).size).toBe(1);
      release();
      await dying;
    }
  });

  test(
    `${many} of them on three servers with faults and kills: none is lost or shown twice`,
    async () => {
      await report();
      const [row] = await rows();
      if (!row) expect.fail();
      await server.database.db.execute(`
      insert into notice (hospital_id, id, kind, at, about_kind, about_id, facts, told, unread_by)
      select hospital_id, 'p-' || g, kind, at, about_kind, about_id, facts, told, unread_by
      from notice, generate_series(1, ${many}) g where id = '${row.noticeId}'`);
      await server.database.db.execute(`
      insert into notice_push (hospital_id, notice_id, subscription_id, state, attempts, next_at)
      select '${row.hospitalId}', 'p-' || g, '${row.subscriptionId}', 'waiting', 0, '${row.nextAt.toISOString()}'
      from generate_series(1, ${many}) g`);
      const { next } = createSeeded(7);
      let lost = 0;
      answer = () => {
        const chance = next();
        if (chance < 0.05) return { status: 503 };
        if (chance < 0.08) return { status: 429, retryAfter: 30 };
        if (chance > 0.95) {
          lost += 1;
          return 'lost';
        }
        return { status: 201 };
      };
      // On a busy machine, the deadline of the other tests would end messages that have arrived.
      const patient = await openPusher(server.database.db, { allowsPrivate: true });
      const pools = Array.from({ length: 3 }, () => openPool(server.database.connection));
      const killed: MortalSender<Parameters<Pusher['push']>>[] = [];
      do {
        await Promise.all(
          pools.map((pool, place) => {
            // The first server lives on, so that each round ends.
            if (place === 0) return send(patient, databaseOn(pool));
            const mortal = mortalSender<Parameters<Pusher['push']>>((to, message) => patient.push(to, message), {
              pool,
              lastOf: 1 + Math.floor((next() * many) / 8),
              arrives: place === 1,
            });
            killed.push(mortal);
            return Promise.race([mortal.killed, send({ ...patient, push: mortal.send }, databaseOn(pool))]);
          }),
        );
        server.clock.advance(60 * minuteMs);
      } while ((await states()).includes('waiting'));
      const unrecorded = killed.reduce((sum, each) => sum + each.unrecorded(), 0);
      await Promise.all(pools.map((pool) => pool.end()));
      expect(new Set(await states())).toEqual(new Set(['sent']));
      expect(new Set(service.shown.map(({ tag }) => tag)).size).toBe(many + 1);
      // A message comes twice only if the answer to it was lost, or its server was killed before recording the answer.
      expect(service.shown).toHaveLength(many + 1 + lost + unrecorded);
      expect(Math.min(lost, unrecorded)).toBeGreaterThan(0);
    },
    Math.max(900_000, many * 300),
  );
});

describe('P341 push subscriptions', () => {
  test('have the same key on all servers and after a restart', async () => {
    const { key } = await own();
    expect(key).toMatch(/^[\w-]{87}$/);
    const again = await Promise.all([1, 2].map(() => openPusher(server.database.db)));
    expect(again.map(({ publicKey }) => publicKey)).toEqual([key, key]);
  });

  test('can be tested, and report when the push service is unreachable', async () => {
    const trial = async (who = asha) => (await who.call('tryPush')).answer.outcome;
    expect(await trial()).toBe('sent');
    expect(service.shown).toMatchObject([{ title: 'Notices are on', navigate: `${phone.appUrl}/notices` }]);
    answer = () => 'hang';
    expect([await trial(), (await own()).isFailing]).toEqual(['failed', true]);
    service.end(phone);
    expect([await trial(), (await own()).endpoint]).toEqual(['off', null]);
    expect(await trial(office)).toBe('off');
  });

  test('are one row per user and tablet, at most ten per user', async () => {
    const subscriptions = () => server.database.db.select().from(pushSubscription);
    const second = await subscribe(asha, 'phone');
    expect((await subscriptions()).map(({ endpoint }) => endpoint)).toEqual([second.endpoint]);
    const binu = await server.as({ ...server.city.users.secondBme, deviceId: randomUUID() });
    await subscribe(binu, 'other');
    expect(await subscriptions()).toHaveLength(2);
    await binu.call('unsubscribePush');
    expect((await subscriptions()).map(({ userId }) => userId)).toEqual([server.city.users.bme.id]);
    for (let count = 0; count < 11; count += 1) {
      server.clock.advance(minuteMs);
      await subscribe(await server.as({ ...server.city.users.bme, deviceId: randomUUID() }), 'many');
    }
    const left = await subscriptions();
    expect([left.length, left.some(({ tabletId }) => tabletId === phoneId)]).toEqual([10, false]);
  });

  test('refuse an endpoint inside the network unless the operator allows it', async () => {
    const open = await startTestServer();
    const who = await open.as(open.city.users.bme);
    const subscribed = async (endpoint: string) =>
      (await who.call('subscribePush', { body: { ...phone, endpoint } })).status;
    expect(await subscribed(phone.endpoint)).toBe(400);
    expect(await subscribed('https://fcm.example.com/send/1')).toBe(204);
    await open.close();
  });

  test('are deleted once nobody has signed in on the tablet for long', async () => {
    server.clock.advance(200 * 24 * 60 * minuteMs);
    // The sessions go in the first night, what depends on them in the second.
    for (const _night of [1, 2]) {
      await server.clearNightly();
      server.clock.advance(24 * 60 * minuteMs);
    }
    expect(await server.database.db.select().from(pushSubscription)).toEqual([]);
  });
});

function held() {
  let release = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}
