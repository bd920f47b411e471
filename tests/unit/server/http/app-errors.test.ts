import { Writable } from 'node:stream';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createSecurityLog } from '#server/auth/security-events.ts';
import { answerErrors } from '#server/http/app-errors.ts';

it('A failed statement is logged without its values: no password hash, no user text', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app = fastify({ logger: { level: 'warn', stream } });
  answerErrors(app, createSecurityLog({ log: app.log, now: () => new Date(), alertAfter: 20, secret: 'key' }));
  const fault = Object.assign(new Error('null value in column "name" violates not-null constraint'), {
    code: '23502',
    detail: 'Failing row contains (1, $argon2id$v=19$secret).',
    table: 'app_user',
  });
  app.get('/fails', () => {
    throw new DrizzleQueryError('update "app_user" set "password_hash" = $1', ['$argon2id$v=19$secret'], fault);
  });
  const answer = await app.inject('/fails');
  await app.close();
  const log = lines.join('');
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toContain('argon2id');
  expect(log).not.toContain('argon2id');
  expect(log).toContain('23502');
  expect(log).toContain('violates not-null constraint');
  expect(log).toContain('password_hash');
  expect(log).toContain('app-errors.test.ts');
});
