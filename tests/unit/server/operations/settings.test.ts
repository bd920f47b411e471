import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from '#server/operations/settings.ts';

const file = fileURLToPath(import.meta.url);
const folder = path.dirname(file);

/** The default operating settings. */
const operations = {
  databaseDirectUrl: undefined,
  trustProxy: undefined,
  metricsToken: undefined,
  pushPrivate: false,
  sessionDays: undefined,
  logLevel: 'info',
};
const s3Rest = { S3_REGION: 'ap-south-1', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

describe('settings', () => {
  test.each([{}, { PORT: '', HOST: ' ', DATA_DIR: '', DATABASE_URL: '', PG_BIN: '', ADMIN_EMAIL: '', TLS_KEY: '' }])(
    'without any (%j) the server listens on every address and keeps its data in ./data',
    (env) => {
      expect(readSettings(env)).toEqual({
        port: 4310,
        host: '::',
        dataDir: path.resolve('data'),
        databaseUrl: undefined,
        pgBin: undefined,
        admin: undefined,
        tls: undefined,
        s3: undefined,
        ...operations,
      });
    },
  );

  test('are read from the environment', () => {
    expect(
      readSettings({
        PORT: '8080',
        HOST: '127.0.0.1',
        DATA_DIR: '/srv/ward',
        DATABASE_URL: 'postgresql://ward@db/rounds',
        PG_BIN: folder,
        ADMIN_EMAIL: ' chief@hospital.test ',
        ADMIN_PASSWORD: ' pass word ',
        TLS_CERT: file,
        TLS_KEY: file,
      }),
    ).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: '/srv/ward',
      databaseUrl: 'postgresql://ward@db/rounds',
      pgBin: folder,
      admin: { email: 'chief@hospital.test', password: ' pass word ' },
      tls: { certFile: file, keyFile: file },
      s3: undefined,
      ...operations,
    });
  });

  test('set after how many days a session ends: a whole number up to a year', () => {
    expect(readSettings({ SESSION_DAYS: '7' }).sessionDays).toBe(7);
    for (const SESSION_DAYS of ['0', '366', '1.5', '-1', 'forever']) {
      expect(problemsOf({ SESSION_DAYS })).toEqual(['SESSION_DAYS must be a number of days from 1 to 365.']);
    }
  });

  test('set proxies, access to metrics, log level and alerts', () => {
    const more = { LOG_LEVEL: 'warn', ALERT_REFUSALS: '50' };
    const env = { TRUST_PROXY: '2', METRICS_TOKEN: 'a-long-secret-of-prometheus', ...more };
    expect(readSettings(env)).toMatchObject({
      trustProxy: 2,
      metricsToken: 'a-long-secret-of-prometheus',
      logLevel: 'warn',
      alertAfter: 50,
    });
    expect(readSettings({ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }).trustProxy).toEqual([
      'loopback',
      '10.0.0.0/8',
      '::1',
    ]);
  });

  test('allow push services inside the network only on request', () => {
    expect([readSettings({}).pushPrivate, readSettings({ PUSH_PRIVATE: 'true' }).pushPrivate]).toEqual([false, true]);
    expect(problemsOf({ PUSH_PRIVATE: 'yes' })).toEqual(['PUSH_PRIVATE must be true or false.']);
  });

  test("name a mail server, the sender and the app's address, or none of them", () => {
    const env = { SMTP_URL: 'smtps://ward:secret@mail.example.org', MAIL_FROM: 'Ward Rounds <ward@example.org>' };
    expect(readSettings({ ...env, PUBLIC_URL: 'https://ward.example.org/' }).mail).toEqual({
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM,
      publicUrl: 'https://ward.example.org',
    });
    expect(readSettings({}).mail).toBeUndefined();
    expect(problemsOf(env)).toEqual(['PUBLIC_URL must be set too, because SMTP_URL is.']);
    expect(problemsOf({ SMTP_URL: 'mail.example.org', MAIL_FROM: 'ward', PUBLIC_URL: 'ward' })).toEqual([
      'SMTP_URL must begin with smtp:// or smtps://.',
      'MAIL_FROM must be an e-mail address, with or without a name.',
      'PUBLIC_URL must be the address of the app, such as https://ward.hospital.org.',
    ]);
  });

  test('name a bucket for attached files', () => {
    const env = { S3_BUCKET: 'ward', ...s3Rest, S3_ENDPOINT: 'http://10.0.0.5:9000', S3_FORCE_PATH_STYLE: 'TRUE' };
    expect(readSettings(env).s3).toEqual({
      endpoint: 'http://10.0.0.5:9000',
      bucket: 'ward',
      region: 'ap-south-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      forcePathStyle: true,
    });
    expect(readSettings({ S3_BUCKET: 'ward', ...s3Rest }).s3).toMatchObject({
      endpoint: undefined,
      forcePathStyle: false,
    });
  });

  test.each([
    [{ PORT: 'http' }, ['PORT must be a number from 0 to 65535.']],
    [{ PORT: '65536' }, ['PORT must be a number from 0 to 65535.']],
    [
      { DATABASE_URL: 'mysql://x' },
      ['DATABASE_URL must begin with postgres:// (or be empty for the built-in database).'],
    ],
    [{ PG_BIN: file }, ['PG_BIN must be a folder that exists.']],
    [{ ADMIN_EMAIL: 'chief@hospital.test' }, ['ADMIN_PASSWORD must be set too, because ADMIN_EMAIL is.']],
    [{ ADMIN_PASSWORD: 'secret' }, ['ADMIN_EMAIL must be set too, because ADMIN_PASSWORD is.']],
    [{ ADMIN_EMAIL: 'chief', ADMIN_PASSWORD: 'secret' }, ['ADMIN_EMAIL must be an e-mail address.']],
    [{ ADMIN_EMAIL: 'a@b.test', ADMIN_PASSWORD: '12345' }, ['ADMIN_PASSWORD must have at least 6 characters.']],
    [{ TLS_CERT: file }, ['TLS_KEY must be set too, because TLS_CERT is.']],
    [{ TLS_CERT: folder, TLS_KEY: file }, ['TLS_CERT must be a file that this server may read.']],
    [
      { PORT: '-1', TLS_CERT: '/nowhere/cert.pem' },
      [
        'PORT must be a number from 0 to 65535.',
        'TLS_CERT must be a file that this server may read.',
        'TLS_KEY must be set too, because TLS_CERT is.',
      ],
    ],
    [{ S3_BUCKET: 'Ward Files', ...s3Rest }, ['S3_BUCKET must be the name of a bucket.']],
    [
      { S3_ENDPOINT: 'https://files.test' },
      [
        'S3_BUCKET must be set too, because S3_ENDPOINT is.',
        'S3_REGION must be set too, because S3_ENDPOINT is.',
        'S3_ACCESS_KEY_ID must be set too, because S3_ENDPOINT is.',
        'S3_SECRET_ACCESS_KEY must be set too, because S3_ENDPOINT is.',
      ],
    ],
    [
      { S3_BUCKET: 'ward', S3_REGION: 'ap-south-1', S3_ACCESS_KEY_ID: 'id' },
      ['S3_SECRET_ACCESS_KEY must be set too, because S3_BUCKET is.'],
    ],
    [
      { S3_BUCKET: 'ward', ...s3Rest, S3_ENDPOINT: 'https://id:secret@files.test', S3_FORCE_PATH_STYLE: 'yes' },
      [
        'S3_ENDPOINT must be an address such as https://files.hospital.org:9000.',
        'S3_FORCE_PATH_STYLE must be true or false.',
      ],
    ],
    [
      { TRUST_PROXY: 'true' },
      [
        'TRUST_PROXY must be the number of proxies before this server (1 to 9) or their addresses, such as 10.0.0.0/8, loopback.',
      ],
    ],
    [
      { TRUST_PROXY: '10.0.0.0/33' },
      [
        'TRUST_PROXY must be the number of proxies before this server (1 to 9) or their addresses, such as 10.0.0.0/8, loopback.',
      ],
    ],
    [{ ALERT_REFUSALS: '0' }, ['ALERT_REFUSALS must be a number from 1 to 99999.']],
    [
      { METRICS_TOKEN: 'short', LOG_LEVEL: 'chatty' },
      ['METRICS_TOKEN must have at least 16 characters.', 'LOG_LEVEL must be debug, info, warn or error.'],
    ],
  ])('%j is refused with a message for each variable', (env, problems) => {
    expect(problemsOf(env)).toEqual(problems);
  });
});
