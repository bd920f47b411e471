import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadAppMeta } from '#server/db/app-meta.ts';
import { databaseOn } from '#server/db/database.ts';
import { noticeMail } from '#server/db/schema.ts';
import { createMailer, type Mail, type Mailer } from '#server/outgoing/mailer.ts';
import { screens } from '#server/notice/mail-text.ts';
import { sendMails } from '#server/notice/send-mail.ts';
import { createSeeded } from '#tests/faults/seeded.ts';
import { type MortalSender, mortalSender } from '#tests/support/mortal-sender.ts';
import { type ReportedTicket, ticketBody } from '#tests/support/reported-ticket.ts';
import { startSmtp } from '#tests/support/smtp-server.ts';
import { openPool } from '#tests/support/test-database.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';
import { paths } from '#ui/paths.ts';

const minuteMs = 60_000;
const signingKey = 'key of the tests';
const publicUrl = 'https://ward.example.org';
const from = 'Ward Rounds <ward@example.org>';
/** Mails in the campaign with faults; 10,000 with `NOTICES=10000`. */
const many = Number(process.env['NOTICES'] ?? 1000);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let server: TestServer;
let office: TestClient;
let asha: TestClient;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.clock.advance(60 * minuteMs);
  await server.database.db.delete(noticeMail);
  office = await server.as(server.city.users.hospital);
  asha = await server.as(server.city.users.bme);
});
afterAll(() => server.close());

async function report(part: Partial<ReportedTicket> = {}): Promise<string> {
  const body = ticketBody(server, { anyPatientHarm: true, harmDescription: 'Secret harm', ...part });
  return (await office.call('reportTicket', { body, key: randomUUID() })).answer.id;
}
const send = (mailer: Mailer, db = server.database.db) =>
  sendMails({ db, mailer, signingKey, now: () => server.clock.now, log: quiet });
const states = async () => (await server.database.db.select().from(noticeMail)).map(({ state }) => state).toSorted();
const status = async () => (await (await server.as(server.admin)).call('mailStatus')).answer;

/** A mailer that keeps what it has sent; `fault` may fail or hang before or after a mail. */
function mailerWith(fault: (mail: Mail, isSent: boolean) => Promise<void> | void = () => undefined) {
  const sent: Mail[] = [];
  const mailer: Mailer = {
    publicUrl,
    async send(mail) {
      await fault(mail, false);
      sent.push(mail);
      await fault(mail, true);
    },
    close: () => undefined,
  };
  return { sent, mailer };
}

describe('P314 a notice by mail', () => {
  test('reaches each user once by SMTP, with a link and without serial number, patient or free text', async () => {
    const smtp = await startSmtp(() => null);
    const mailer = createMailer({ smtpUrl: smtp.url, from, publicUrl });
    const id = await report();
    expect([await send(mailer), await send(mailer)]).toEqual([2, 0]);
    await smtp.close();
    expect(await states()).toEqual(['sent', 'sent']);
    const { bme, secondBme } = server.city.users;
    const to = smtp.mails.map((mail) => /^To: (.+)\r$/m.exec(mail)?.[1]).toSorted();
    expect(to).toEqual([bme.email, secondBme.email].toSorted());
    for (const mail of smtp.mails) {
      expect(mail).toMatch(/^Subject: Urgent ticket BD-2026-\d{6}: Ventilator, ICU\r$/m);
      expect(mail).toMatch(/^Auto-Submitted: auto-generated\r$/m);
      expect(mail).toContain('Content-Type: text/html');
      expect(mail.replaceAll('=\r\n', '')).toContain('prefers-color-scheme:dark');
      expect(mail.replaceAll('=\r\n', '')).toContain(`${publicUrl}/breakdown/${id}`);
      expect(mail).not.toMatch(/Secret|VENT-0001|atient|harm/);
      // Urgent mails cannot be stopped.
      expect(mail).not.toContain('List-Unsubscribe');
    }
  });

  test('opens the screen that the app has at that address', () => {
    const opened = [screens.ticket('1'), screens.task('1'), screens.faultReport('1')];
    expect(opened).toEqual([paths.ticket('1'), paths.maintenance(), paths.faultReports()]);
    const lists = [screens.tickets(''), screens.contracts(''), screens.testers('')];
    expect(lists).toEqual([paths.tickets(), paths.warranties(), paths.testers()]);
  });

  test('is not sent for kinds that the user has switched off; urgent ones cannot be switched off', async () => {
    const { id } = server.city.users.bme;
    const change = (mail: ('ticketAssigned' | 'urgentTicket')[]) =>
      asha.call('updateNoticePreferences', { body: { off: { mail, push: [] } }, key: randomUUID() });
    const off = (mail: string[]) => ({ hasMail: false, off: { mail, push: [] } });
    expect((await asha.call('noticePreferences')).answer).toMatchObject(off([]));
    expect((await change(['urgentTicket'])).status).toBe(400);
    expect((await change(['ticketAssigned'])).answer).toMatchObject(off(['ticketAssigned']));
    expect((await office.call('noticePreferences')).answer).toMatchObject(off([]));
    await report({ technicianId: id, priority: 'Low', anyPatientHarm: false });
    expect(await states()).toEqual([]);
    await change([]);
    await report({ technicianId: id, priority: 'Low', anyPatientHarm: false });
    expect(await states()).toEqual(['waiting']);
    // One that waits, for example for the end of quiet hours, is no longer wanted either.
    await change(['ticketAssigned']);
    const { sent, mailer } = mailerWith();
    await send(mailer);
    expect([sent, await states(), (await status()).failed]).toEqual([[], ['failed'], 0]);
    await change([]);
  });

  test('is unsubscribed by one click in the mail program, without sign-in, and by the link in the text', async () => {
    const smtp = await startSmtp(() => null);
    const mailer = createMailer({ smtpUrl: smtp.url, from, publicUrl });
    const { signingKey: real } = await loadAppMeta(server.database.db);
    const { bme } = server.city.users;
    const parts = { db: server.database.db, mailer, signingKey: real, now: () => server.clock.now, log: quiet };
    await report({ technicianId: bme.id, priority: 'Low', anyPatientHarm: false });
    expect(await sendMails(parts)).toBe(1);
    await smtp.close();
    const mail = (smtp.mails[0] ?? '').replaceAll('=\r\n', '').replaceAll('\r\n ', ' ');
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    const path =
      /^List-Unsubscribe:\s*<https:\/\/ward\.example\.org(\/api\/[^>]+)>/m.exec(mail)?.[1] ?? expect.fail(mail);
    expect(mail.split(path)).toHaveLength(4);

    const off = async () => (await (await server.as(bme)).call('noticePreferences')).answer.off.mail;
    const page = await server.app.inject({ method: 'GET', url: path });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.body).toContain('<form method="post"><button>Stop these mails</button></form>');
    // A policy without 'unsafe-inline' that names the hash of the page's styles.
    const styles = /<style>(.+)<\/style>/.exec(page.body)?.[1] ?? expect.fail();
    const hash = createHash('sha256').update(styles).digest('base64');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.headers['content-security-policy']).toContain(`'sha256-${hash}'`);
    expect(await off()).toEqual([]);
    // As RFC 8058 has it: no cookies, no scripts, a form body.
    const post = (url: string, type = 'application/x-www-form-urlencoded') =>
      server.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': type },
        payload: 'List-Unsubscribe=One-Click',
      });
    const forged = await post(`${path.slice(0, -3)}AAA`);
    expect(forged.body).toContain('not complete');
    expect(await off()).toEqual([]);
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect((await post(path, type)).statusCode).toBe(200);
    expect(await off()).toEqual(['ticketAssigned']);
    await server.database.db.delete(noticeMail);
    await report({ technicianId: bme.id, priority: 'Low', anyPatientHarm: false });
    expect(await states()).toEqual([]);
    // Other calls take no forms.
    const other = await server.app.inject({
      method: 'POST',
      url: '/api/Auth/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=a',
    });
    expect(other.statusCode).toBe(415);
  });

  test('can be tested by the Admin, who sees the reply of the mail server', async () => {
    let mailer: Mailer | undefined;
    const open: Mailer = {
      publicUrl,
      send: (mail) => (mailer ?? expect.fail()).send(mail),
      close: () => undefined,
    };
    const other = await startTestServer({ mailer: open });
    const admin = await other.as(other.admin);
    const { sent, mailer: working } = mailerWith();
    mailer = working;
    expect((await admin.call('tryMail')).answer).toEqual({ outcome: 'sent' });
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([[other.admin.email, 'Mail from Ward Rounds works']]);
    mailer = mailerWith(() => Promise.reject(new Error('Wrong password'))).mailer;
    expect((await admin.call('tryMail')).answer).toEqual({ outcome: 'failed', reason: 'Wrong password' });
    await other.close();
    expect((await (await server.as(server.admin)).call('tryMail')).answer).toEqual({ outcome: 'off' });
  });

  test('is retried with a busy mail server, dropped if refused, and the Admin sees why', async () => {
    let answer: Error | null = Object.assign(new Error('Mailbox busy'), { responseCode: 450 });
    const smtp = await startSmtp(() => answer);
    const mailer = createMailer({ smtpUrl: smtp.url, from, publicUrl });
    await report();
    expect([await send(mailer), await send(mailer)]).toEqual([2, 0]);
    expect(await states()).toEqual(['waiting', 'waiting']);
    server.clock.advance(3 * minuteMs);
    answer = Object.assign(new Error('No such mailbox'), { responseCode: 550 });
    expect(await send(mailer)).toBe(2);
    await smtp.close();
    expect(await states()).toEqual(['failed', 'failed']);
    expect(await status()).toMatchObject({
      failed: 2,
      lastFailure: { at: server.clock.now.toISOString(), reason: expect.stringContaining('No such mailbox') },
    });
  });

  test('does not wait for a mail server that never replies, and is retried for a day', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, publicUrl }, 50);
    await report();
    expect(await send(mailer)).toBe(2);
    silent.close();
    expect((await status()).lastFailure?.reason).toBe('The mail server did not answer in time.');
    const down = mailerWith(() => Promise.reject(new Error('Down')));
    for (let hour = 0; hour < 26; hour += 1) {
      server.clock.advance(60 * minuteMs);
      await send(down.mailer);
    }
    expect(await states()).toEqual(['failed', 'failed']);
  });

  test('is sent after a kill between any two steps; if the server already accepted it, with the same Message-ID', async () => {
    for (const killed of [false, true]) {
      await server.database.db.delete(noticeMail);
      await report();
      let release = (): void => undefined;
      const hung = new Promise<void>((resolve) => {
        release = resolve;
      });
      const first = mailerWith((_mail, isSent) => (isSent === killed ? hung : undefined));
      const dying = sendMails({
        db: server.database.db,
        mailer: first.mailer,
        signingKey,
        now: () => server.clock.now,
        log: quiet,
      });
      await expect
        .poll(async () => (await server.database.db.select().from(noticeMail)).map((row) => row.attempts))
        .toEqual([1, 1]);
      await expect.poll(() => first.sent.length).toBe(killed ? 2 : 0);
      const second = mailerWith();
      expect(await send(second.mailer)).toBe(0);
      server.clock.advance(3 * minuteMs);
      expect(await send(second.mailer)).toBe(2);
      const ids = (sent: readonly Mail[]) => sent.map(({ messageId }) => messageId).toSorted();
      if (killed) expect(ids(second.sent)).toEqual(ids(first.sent));
      release();
      await dying;
    }
  });

  test.each(['first', 'second'])(
    'of the %s lane whose outcome cannot be stored crashes no server and waits for the other lane',
    async (failing) => {
      const unhandled = vi.fn();
      process.on('unhandledRejection', unhandled);
      let isDown = false;
      const db = new Proxy(server.database.db, {
        get: (target, name) => {
          if (name !== 'execute' || !isDown) return Reflect.get(target, name) as unknown;
          isDown = false;
          return () => Promise.reject(new Error('Connection terminated'));
        },
      });
      let [mails, release] = [0, (): void => undefined];
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const { mailer } = mailerWith((_mail, isSent) => {
        if (isSent) return undefined;
        mails += 1;
        if (mails !== (failing === 'first' ? 1 : 2)) return held;
        isDown = true;
        throw new Error('Down');
      });
      await report();
      const settled = vi.fn();
      const sending = send(mailer, db).finally(settled);
      const outcome = expect(sending).rejects.toThrow('Connection terminated');
      await expect.poll(() => mails).toBe(2);
      // Long enough for a rejection that nobody handles.
      await states();
      const early = settled.mock.calls.length;
      release();
      await outcome;
      process.off('unhandledRejection', unhandled);
      expect(early).toBe(0);
      expect(unhandled).not.toHaveBeenCalled();
      expect(await states()).toEqual(['sent', 'waiting']);
    },
  );

  test.each([
    ['has failed before', 1],
    ['was not tried, because no server ran', 0],
  ])('P346 waits for quiet hours that began after it, if it %s; an urgent one does not', async (_case, attempts) => {
    const setQuiet = async (quietFrom: string, quietTo: string) => {
      office = await server.as(server.city.users.hospital);
      const { answer } = await office.call('noticeSettings');
      const body = { ...answer, quietFrom, quietTo };
      expect((await office.call('updateNoticeSettings', { body, key: randomUUID() })).status).toBe(200);
    };
    const nextDay = new Date(server.clock.now.getTime() + 24 * 60 * minuteMs).toISOString().slice(0, 10);
    server.clock.now = new Date(`${nextDay}T21:59:00+05:30`);
    await setQuiet('22:00', '06:30');
    await report({ technicianId: server.city.users.secondBme.id, priority: 'Low', anyPatientHarm: false });
    await report();
    if (attempts > 0) await send(mailerWith(() => Promise.reject(new Error('Down'))).mailer);
    server.clock.advance(3 * minuteMs);
    const { sent, mailer } = mailerWith();
    expect([await send(mailer), await send(mailer)]).toEqual([2, 0]);
    expect(sent.map(({ subject }) => subject)).toEqual(Array(2).fill(expect.stringMatching(/^Urgent ticket /)));
    const nextAt = new Date(server.clock.now.getTime() + (8 * 60 + 28) * minuteMs);
    const waiting = (await server.database.db.select().from(noticeMail)).filter(({ state }) => state === 'waiting');
    expect(waiting).toMatchObject([{ attempts, nextAt }]);
    server.clock.now = nextAt;
    expect(await send(mailer)).toBe(1);
    await setQuiet('', '');
  });

  test('is not delayed by others if it is urgent, even on a retry', async () => {
    const down = mailerWith(() => Promise.reject(new Error('Down')));
    const assigned = { technicianId: server.city.users.secondBme.id, priority: 'Low', anyPatientHarm: false } as const;
    for (let ticket = 0; ticket < 5; ticket += 1) await report(assigned);
    expect(await send(down.mailer)).toBe(5);
    server.clock.advance(minuteMs);
    await report();
    expect(await send(down.mailer)).toBe(2);
    server.clock.advance(10 * minuteMs);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { sent, mailer } = mailerWith(({ subject }) => (subject.startsWith('Urgent') ? undefined : held));
    const sending = send(mailer);
    await expect.poll(() => sent.length).toBe(2);
    release();
    expect(await sending).toBe(7);
  });

  test('is not sent to a closed account', async () => {
    await report();
    const { id } = server.city.users.secondBme;
    await office.call('deleteEngineer', { params: { id }, key: randomUUID() });
    const { sent, mailer } = mailerWith();
    await send(mailer);
    expect(sent.map(({ to }) => to)).toEqual([server.city.users.bme.email]);
    expect((await status()).failed).toBe(0);
    await office.call('restoreEngineer', { params: { id }, key: randomUUID() });
  });

  test(`${many} of them on three servers with faults and kills: none is lost or duplicated`, async () => {
    await report();
    const [row] = await server.database.db.select().from(noticeMail);
    if (!row) expect.fail();
    await server.database.db.execute(`
      insert into notice (hospital_id, id, kind, at, about_kind, about_id, facts, told, unread_by)
      select hospital_id, 'n-' || g, kind, at, about_kind, about_id, facts, told, unread_by
      from notice, generate_series(1, ${many}) g where id = '${row.noticeId}'`);
    await server.database.db.execute(`
      insert into notice_mail (hospital_id, notice_id, user_id, state, attempts, next_at)
      select '${row.hospitalId}', 'n-' || g, '${row.userId}', 'waiting', 0, '${row.nextAt.toISOString()}'
      from generate_series(1, ${many}) g`);
    const { next } = createSeeded(7);
    let lost = 0;
    const { sent, mailer } = mailerWith((_mail, isSent) => {
      if (next() > (isSent ? 0.05 : 0.1)) return;
      if (isSent) lost += 1;
      throw new Error('Connection reset');
    });
    const killed: MortalSender<[Mail]>[] = [];
    const pools = Array.from({ length: 3 }, () => openPool(server.database.connection));
    let tried = 0;
    do {
      const all = await Promise.all(
        pools.map((pool, place) => {
          // The first server lives on, so that each round ends.
          if (place === 0) return send(mailer, databaseOn(pool));
          const mortal = mortalSender<[Mail]>((mail) => mailer.send(mail), {
            pool,
            lastOf: 1 + Math.floor((next() * many) / 8),
            arrives: place === 1,
          });
          killed.push(mortal);
          const dead = mortal.killed.then(() => 0);
          return Promise.race([dead, send({ ...mailer, send: mortal.send }, databaseOn(pool))]);
        }),
      );
      tried = all.reduce((sum, each) => sum + each, 0);
      server.clock.advance(60 * minuteMs);
    } while (tried > 0 || (await states()).includes('waiting'));
    await Promise.all(pools.map((pool) => pool.end()));
    expect(new Set(await states())).toEqual(new Set(['sent']));
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(many + 2);
    // A mail comes twice, with its Message-ID, only if the answer was lost or its server killed before recording it.
    const unrecorded = killed.reduce((sum, each) => sum + each.unrecorded(), 0);
    expect(sent).toHaveLength(many + 2 + lost + unrecorded);
    expect(Math.min(lost, unrecorded)).toBeGreaterThan(0);
  }, 600_000);
});
