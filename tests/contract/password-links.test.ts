import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { eq } from 'drizzle-orm';
import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadAppMeta } from '#server/db/app-meta.ts';
import { appUser, auditEntry, hospital, passwordReset } from '#server/db/schema.ts';
import { createMailer, type Mail, type Mailer } from '#server/outgoing/mailer.ts';
import { sendPasswordLinks } from '#server/password-reset/send-links.ts';
import { readableMail, startSmtp } from '#tests/support/smtp-server.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

const minuteMs = 60_000;
const publicUrl = 'https://ward.example.org';
const from = 'Ward Rounds <ward@example.org>';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const log: string[] = [];

let sent: Mail[] = [];
/** Fails the next mails; undefined: they are taken. */
let fault: Error | undefined;
const mailer: Mailer = {
  publicUrl,
  send: (mail) => {
    if (fault) return Promise.reject(fault);
    sent.push(mail);
    return Promise.resolve();
  },
  close: () => undefined,
};

let server: TestServer;
beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log.push(String(chunk));
      done();
    },
  });
  server = await startTestServer({ mailer, log: fastify({ logger: { level: 'trace', stream } }).log });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.advance(60 * minuteMs);
  await server.database.db.delete(passwordReset);
  [sent, fault] = [[], undefined];
});

const rows = () => server.database.db.select().from(passwordReset);
const ask = (email: string) => server.visitor.call('askForPasswordLink', { body: { email } });
const send = async (by = mailer) => {
  const { db } = server.database;
  const { signingKey } = await loadAppMeta(db);
  return sendPasswordLinks({ db, mailer: by, signingKey, now: () => server.clock.now, log: quiet });
};
const linkIn = ({ text }: Mail) => /\/new-password#(\S+)/.exec(text)?.[1] ?? expect.fail(text);
/** Asks for a link and returns it. */
async function linkFor(email: string): Promise<string> {
  await ask(email);
  await send();
  return linkIn(sent.at(-1) ?? expect.fail('No mail was sent.'));
}
const use = async (link: string, newPassword = `chosen-${randomUUID()}`) => {
  const { status, problem } = await server.visitor.call('passwordByLink', { body: { link, newPassword } });
  return status === 204 ? status : problem.code;
};
const setBack = async (id: string) => {
  const [other] = await server.database.db.select().from(appUser).where(eq(appUser.id, server.lake.users.bme.id));
  await server.database.db
    .update(appUser)
    .set({ passwordHash: other?.passwordHash ?? '' })
    .where(eq(appUser.id, id));
};

describe('P350 a link for a new password', () => {
  test('reaches an engineer, the office and an Admin by SMTP, and works once for each', async () => {
    const smtp = await startSmtp();
    const { bme, hospital: office } = server.city.users;
    for (const { id, email } of [bme, office, server.admin]) {
      const [before, elsewhere] = [await server.as({ email }), await server.as({ email, deviceId: randomUUID() })];
      await ask(email.toUpperCase());
      expect(await send(createMailer({ smtpUrl: smtp.url, from, publicUrl }))).toBe(1);
      const mail = readableMail(smtp.mails.at(-1) ?? '');
      expect(mail).toMatch(new RegExp(`^To: ${email}\r$`, 'm'));
      expect(mail).toMatch(/^Subject: A new password for Ward Rounds\r$/m);
      const links = [...mail.matchAll(/https:\/\/ward\.example\.org\/new-password#([\w.-]+)/g)].map(([, link]) => link);
      expect(links).toHaveLength(2);
      expect(new Set(links).size).toBe(1);
      const newPassword = `chosen-for-${id}`;
      expect(await use(links[0] ?? '', newPassword)).toBe(204);
      // It ends all sessions, and the account has the new password only.
      for (const session of [before, elsewhere]) expect((await session.call('profile')).status).toBe(401);
      await expect(server.as({ email })).rejects.toThrow('Invalid email or password.');
      await server.as({ email, password: newPassword });
      expect(await use(links[0] ?? '')).toBe('auth.link_used');
      await setBack(id);
    }
    await smtp.close();
    const events = await server.database.db.select().from(auditEntry);
    expect(events.filter(({ call }) => call === 'password.by_link')).toHaveLength(3);
  });

  test('revokes a one-time password, and is revoked by any other change of the password', async () => {
    const { secondBme, hospital: office } = server.city.users;
    const link = await linkFor(secondBme.email);
    const body = { name: secondBme.name, email: secondBme.email, password: 'set-by-office' };
    await (await server.as(office)).call('updateEngineer', { params: { id: secondBme.id }, body, key: randomUUID() });
    expect(await use(link)).toBe('auth.link_used');
    server.clock.advance(6 * minuteMs);
    const next = await linkFor(secondBme.email);
    expect(await use(next, 'chosen-by-myself')).toBe(204);
    const session = await server.as({ email: secondBme.email, password: 'chosen-by-myself' });
    expect(session.session?.scope).toBe('full');
    await setBack(secondBme.id);
  });

  test('works for 30 minutes, and only if complete', async () => {
    const { id, email } = server.city.users.bme;
    const link = await linkFor(email);
    const [of] = link.split('.');
    for (const wrong of ['', 'x', `${of}.`, `${link}A`, `x${link}`, `${link.slice(0, -2)}AA`])
      expect([wrong, await use(wrong)]).toEqual([wrong, expect.stringMatching(/^auth\.link_(incomplete|used)$/)]);
    server.clock.advance(29 * minuteMs);
    expect((await rows()).map(({ usedAt }) => usedAt)).toEqual([null]);
    server.clock.advance(minuteMs);
    expect(await use(link)).toBe('auth.link_expired');
    await server.as({ email });
    const later = await linkFor(email);
    server.clock.advance(29 * minuteMs);
    expect(await use(later)).toBe(204);
    await setBack(id);
  });

  test('sets only one of two passwords sent at the same time', async () => {
    const { id, email } = server.city.users.bme;
    const link = await linkFor(email);
    const outcomes = await Promise.all(['first-of-two', 'second-of-two'].map((password) => use(link, password)));
    expect(outcomes.toSorted()).toEqual([204, 'auth.link_used']);
    await setBack(id);
  });

  test('is not used up when the new password is refused', async () => {
    const { id, email } = server.city.users.bme;
    const link = await linkFor(email);
    for (const password of ['short', 'password1', email]) expect(await use(link, password)).toBe('input.invalid');
    expect(await use(link)).toBe(204);
    await setBack(id);
  });

  test('is requested with the same response and the same work, with or without an account', async () => {
    const { bme, secondBme } = server.city.users;
    const answers: [number, string, number][] = [];
    for (const email of [bme.email, secondBme.email, 'nobody@nowhere.test', 'no-one@nowhere.test']) {
      let statements = 0;
      const count = () => (statements += 1);
      server.database.pool.on('acquire', count);
      const { status, response } = await ask(email);
      server.database.pool.off('acquire', count);
      answers.push([status, response.body, statements]);
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(answers[0]?.slice(0, 2)).toEqual([204, '']);
    expect(await rows()).toHaveLength(4);
    await send();
    expect(sent.map(({ to }) => to).toSorted()).toEqual([bme.email, secondBme.email].toSorted());
    expect((await rows()).map(({ state, reason }) => [state, reason]).toSorted()).toEqual([
      ['failed', null],
      ['failed', null],
      ['sent', null],
      ['sent', null],
    ]);
  });

  test('is mailed once in 5 minutes, and another request does not revoke the earlier link', async () => {
    const { id, email } = server.city.users.bme;
    const first = await linkFor(email);
    for (let asked = 0; asked < 20; asked += 1) expect((await ask(email)).status).toBe(204);
    await send();
    expect(sent).toHaveLength(1);
    server.clock.advance(6 * minuteMs);
    await ask(email);
    await send();
    expect(sent).toHaveLength(2);
    expect(await use(first)).toBe(204);
    expect(await use(linkIn(sent[1] ?? expect.fail()))).toBe('auth.link_used');
    await setBack(id);
  });

  test('is refused to a caller who asks endlessly, but not at other addresses', async () => {
    const from = (remoteAddress: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/Auth/password-link',
        payload: { email: 'nobody@nowhere.test' },
        remoteAddress,
      });
    const statuses: number[] = [];
    for (let asked = 0; asked < 61; asked += 1) statuses.push((await from('198.51.100.7')).statusCode);
    expect([statuses.filter((status) => status === 204).length, statuses.at(-1)]).toEqual([60, 429]);
    expect((await from('198.51.100.8')).statusCode).toBe(204);
  });

  test('is not mailed to closed accounts or inactive hospitals, and does not open them', async () => {
    const { bme, secondBme, hospital: office } = server.city.users;
    const link = await linkFor(bme.email);
    const client = await server.as(office);
    await client.call('deleteEngineer', { params: { id: secondBme.id }, key: randomUUID() });
    await ask(secondBme.email);
    await send();
    expect(sent).toHaveLength(1);
    await client.call('restoreEngineer', { params: { id: secondBme.id }, key: randomUUID() });
    await server.database.db.update(hospital).set({ isActive: false }).where(eq(hospital.id, server.city.id));
    await ask(office.email);
    await send();
    expect(sent).toHaveLength(1);
    expect(await use(link)).toBe('auth.hospital_inactive');
    await server.database.db.update(hospital).set({ isActive: true }).where(eq(hospital.id, server.city.id));
    expect(await use(link)).toBe(204);
    await setBack(bme.id);
  });

  test('is retried as the same mail while the mail server is down, and counted for the Admin', async () => {
    const { id, email } = server.city.users.bme;
    fault = new Error('connect ECONNREFUSED');
    await ask(email);
    expect(await send()).toBe(1);
    const status = async () => (await (await server.as(server.admin)).call('mailStatus')).answer;
    expect(await status()).toMatchObject({ waiting: 1, lastFailure: { reason: 'connect ECONNREFUSED' } });
    fault = undefined;
    server.clock.advance(2 * minuteMs);
    expect([await send(), await send()]).toEqual([1, 0]);
    expect(await status()).toMatchObject({ waiting: 0, failed: 0 });
    expect(await use(linkIn(sent[0] ?? expect.fail()))).toBe(204);
    fault = new Error('connect ECONNREFUSED');
    await ask(server.admin.email);
    for (let tried = 0; tried < 8; tried += 1) {
      await send();
      server.clock.advance(8 * minuteMs);
    }
    expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['failed', 'sent']);
    await setBack(id);
  });

  test('leaves no secret in the log or the database, and is deleted after a day', async () => {
    const { id, email } = server.city.users.bme;
    const link = await linkFor(email);
    const [, secret = ''] = link.split('.');
    expect(await use(link, 'chosen-without-a-trace')).toBe(204);
    const logged = log.join('');
    expect(logged).toContain('password.by_link');
    for (const word of [link, secret, 'chosen-without-a-trace', email]) expect(logged).not.toContain(word);
    expect(JSON.stringify(await rows())).not.toContain(secret);
    server.clock.advance(25 * 60 * minuteMs);
    await server.clearNightly();
    expect(await rows()).toEqual([]);
    await setBack(id);
  });

  test('is offered only where the server sends mail', async () => {
    expect((await server.visitor.call('passwordLinks')).answer).toEqual({ areMailed: true });
    const other = await startTestServer();
    expect((await other.visitor.call('passwordLinks')).answer).toEqual({ areMailed: false });
    const { email } = other.city.users.bme;
    expect((await other.visitor.call('askForPasswordLink', { body: { email } })).status).toBe(204);
    expect(await other.database.db.select().from(passwordReset)).toEqual([]);
    await other.close();
  });

  test('cannot be requested by a page of another origin', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/Auth/password-link',
      payload: { email: server.city.users.bme.email },
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.statusCode).toBe(403);
    expect(await rows()).toEqual([]);
  });
});
