import { readFile, statfs } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { boundStore } from './files/bounded-store.ts';
import { openFileStore } from './operations/open-file-store.ts';
import { migrateDirectly, openDatabase } from './db/connect.ts';
import type { Database } from './db/database.ts';
import { migrationsFolder } from './migrations-folder.ts';
import { makeFirstAdmin } from './operations/first-admin.ts';
import { loadAppMeta } from './db/app-meta.ts';
import { createMailer } from './outgoing/mailer.ts';
import { openPusher } from './outgoing/pusher.ts';
import { startMail } from './notice/send-mail.ts';
import { startPush } from './notice/send-push.ts';
import { startPasswordLinks } from './password-reset/send-links.ts';
import { startTimedNotices } from './notice/timed.ts';
import { startJobs } from './jobs/nightly.ts';
import type { Settings } from './operations/settings.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const isBuilt = path.basename(path.dirname(here)) === 'dist';

/** After an outage, a thousand tablets connect within a second; connections beyond the backlog wait for seconds. */
const maxWaitingConnections = 4096;

/** A running server. */
export interface RunningServer {
  app: FastifyInstance;
  db: Database;
  address: string;
  /** Shown once, if the settings named no Admin. */
  madeAdmin: { email: string; password: string } | undefined;
  /** Ends requests and event streams, and closes the database. */
  close(): Promise<void>;
}

/** A port cannot be used; the message is a sentence for the operator. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/**
 * Opens the database, migrates it, runs `prepare`, creates the first Admin, and listens.
 * Throws: SettingsError, DatabaseStartError, ListenError, each with a sentence for the operator.
 */
export async function startServer(
  settings: Settings,
  log: FastifyBaseLogger,
  prepare: (db: Database) => Promise<void> = () => Promise.resolve(),
): Promise<RunningServer> {
  const tls = settings.tls && {
    cert: await readFile(settings.tls.certFile),
    key: await readFile(settings.tls.keyFile),
  };
  // Bounded once for requests and jobs, which share Node's threads.
  const files = boundStore(await openFileStore(settings, log));
  const database = await openDatabase(settings, log);
  const now = () => new Date();
  const mailer = settings.mail && createMailer(settings.mail);
  const pushSettings = { allowsPrivate: settings.pushPrivate };
  try {
    await migrateDirectly(database.connection, migrationsFolder);
    await prepare(database.db);
    const app = await buildApp({
      ...database,
      now,
      files,
      freeBytes: settings.databaseUrl !== undefined && settings.s3 ? undefined : () => freeOn(settings.dataDir),
      appDir: path.resolve(here, isBuilt ? '../app' : '../dist/app'),
      log,
      ...(tls ? { tls } : {}),
      trustProxy: settings.trustProxy,
      metricsToken: settings.metricsToken,
      alertAfter: settings.alertAfter,
      sessionDays: settings.sessionDays,
      mailer,
      push: pushSettings,
      checkAnswers: !isBuilt,
    });
    if (settings.admin) await makeFirstAdmin(database.db, settings.admin);
    const address = await listen(app, settings);
    // Last, because a generated password is shown only once: a failed start must not waste it.
    const madeAdmin = settings.admin ? undefined : await makeFirstAdmin(database.db, undefined);
    const jobs = startJobs({ db: database.db, files, now, log });
    const timed = startTimedNotices({ db: database.db, now, log });
    const { signingKey } = await loadAppMeta(database.db);
    const mailParts = mailer && { db: database.db, mailer, signingKey, now, log };
    const mails = mailParts && [startMail(mailParts), startPasswordLinks(mailParts)];
    const push = startPush({ db: database.db, pusher: await openPusher(database.db, pushSettings), now, log });
    return {
      app,
      db: database.db,
      address,
      madeAdmin,
      async close() {
        files.stop();
        // A job may wait for a lock of a request, and requests always end.
        await Promise.all([
          jobs.stop(),
          timed.stop(),
          ...(mails ?? []).map((each) => each.stop()),
          push.stop(),
          app.close(),
        ]);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Returns the free space of a folder, which the first file creates. Units: bytes. */
async function freeOn(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = path.dirname(folder);
    if (codeOf(error) !== 'ENOENT' || parent === folder) throw error;
    return freeOn(parent);
  }
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<string> {
  try {
    const backlog = maxWaitingConnections;
    return await app.listen({ host, port, backlog }).catch((error: unknown) => {
      if (host === '::' && codeOf(error) === 'EAFNOSUPPORT') return app.listen({ host: '0.0.0.0', port, backlog });
      throw error;
    });
  } catch (error) {
    await app.close();
    const reasons: Partial<Record<string, string>> = {
      EADDRINUSE: `Port ${port} is in use by another program: set PORT to a free one.`,
      EACCES: `Port ${port} needs more rights than this server has: set PORT to one above 1023.`,
      EADDRNOTAVAIL: `${host} is no address of this machine: set HOST to one that is.`,
      ENOTFOUND: `${host} is no address of this machine: set HOST to one that is.`,
    };
    const sentence = reasons[codeOf(error) ?? ''];
    throw sentence === undefined ? error : new ListenError(sentence, { cause: error });
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
