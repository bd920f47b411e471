import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { seedPassword } from '#tests/support/seed.ts';
import { startTestServer } from '#tests/support/test-server.ts';

/** Patterns of keys. Source: the issuers' descriptions of their formats. */
const keyPatterns = [
  /-----BEGIN (RSA |EC |OPENSSH |ENCRYPTED )?PRIVATE KEY-----\s+[A-Za-z0-9+/]{32}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  /\bxox[abprs]-[A-Za-z0-9-]{20,}/,
  /\bAIza[0-9A-Za-z_-]{35}\b/,
  /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/,
  /\$argon2id\$v=\d+\$[^$]+\$[A-Za-z0-9+/]{20,}\$/,
  /postgres(ql)?:\/\/[^:\s/]+:[^@\s$<{*]{12,}@(?!127|localhost)/,
];

test('no tracked file contains a key', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
  const found = files.flatMap((file) => {
    const text = readIfText(file);
    return keyPatterns.filter((pattern) => pattern.test(text)).map((pattern) => `${file}: ${pattern.source}`);
  });
  expect(files.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
  expect(files.filter((file) => /(^|\/)\.env(\.|$)|\.(pem|key|p12|pfx)$/.test(file))).toEqual([]);
});

test('the log contains no password, token, cookie or user text, even after failures', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const server = await startTestServer({ log: fastify({ logger: { level: 'trace', stream } }).log });
  const bme = await server.as(server.city.users.bme);
  await server.visitor.call('login', { body: { email: server.city.users.bme.email, password: 'wrong-secret' } });
  const problem = 'The words of the ward';
  const body = { taskId: server.city.tasks.overdue, actionTaken: problem };
  await server.database.pool.query('alter table task rename to task_away');
  expect((await bme.call('closeTask', { body })).status).toBe(500);
  await server.database.pool.query('alter table task_away rename to task');
  expect((await bme.call('closeTask', { body })).status).toBe(200);
  const token = bme.session?.token ?? '';
  const log = lines.join('');
  await server.close();
  expect(log).toContain('A request failed');
  for (const secret of [seedPassword, 'wrong-secret', token, bme.cookie ?? '', problem, 'Bearer ']) {
    expect(secret.length).toBeGreaterThan(5);
    expect(log).not.toContain(secret);
  }
});

function readIfText(file: string): string {
  try {
    const bytes = readFileSync(file);
    return bytes.includes(0) ? '' : bytes.toString('utf8');
  } catch {
    return '';
  }
}
