import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from '#server/settings.ts';

const file = fileURLToPath(import.meta.url);
const folder = path.dirname(file);

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
  ])('%j is refused with a sentence for each variable', (env, problems) => {
    expect(problemsOf(env)).toEqual(problems);
  });
});
