import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import type { MailSettings } from '../outgoing/mailer.ts';
import type { S3Settings } from '../files/s3-store.ts';

/** The operator's settings, read from the environment. */
export interface Settings {
  port: number;
  /**
   * `::` listens on every address of the machine, including IPv4, so that tablets reach the server without further
   * settings.
   */
  host: string;
  dataDir: string;
  /** An external PostgreSQL; undefined: the built-in one in `dataDir`. */
  databaseUrl: string | undefined;
  /** The same database without a pooler, for migrations, live events, backup and restore; undefined: `databaseUrl`. */
  databaseDirectUrl: string | undefined;
  /** Folder with PostgreSQL programs for the built-in database; undefined: the bundled ones. */
  pgBin: string | undefined;
  /** The first administrator, created if there is none. */
  admin: { email: string; password: string } | undefined;
  tls: { certFile: string; keyFile: string } | undefined;
  /** A bucket for attached files; undefined: a folder in `dataDir`. */
  s3: S3Settings | undefined;
  /** Trusted proxies for X-Forwarded-* headers: their addresses, or their number in front of this server. */
  trustProxy: string[] | number | undefined;
  /** The bearer token for /api/metrics; undefined: it is not served. */
  metricsToken: string | undefined;
  /** Mail server, sender, and the address of the app for links; undefined: notices are not mailed. */
  mail: MailSettings | undefined;
  /** Whether push services inside the hospital's network are used, too. */
  pushPrivate: boolean;
  /** Number of days after which a session ends, no matter how much it is used; undefined: 30. */
  sessionDays: number | undefined;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
  /**
   * How many refusals of one account or address within 15 minutes raise the alert; undefined: the server's
   * default.
   */
  alertAfter: number | undefined;
}

/** The environment has settings that the server cannot use; each problem names its variable in one sentence. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const DEFAULT_PORT = 4310;
const PASSWORD_MIN = 6;
const METRICS_TOKEN_MIN = 16;
const SESSION_DAYS_MAX = 365;
/** Names that proxy-addr accepts besides addresses and networks. */
const proxyNames = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Source: Amazon S3 User Guide, bucket naming rules. */
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const s3Required = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const s3Names = [...s3Required, 'S3_ENDPOINT', 'S3_FORCE_PATH_STYLE'] as const;

const mailNames = ['SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL'] as const;

/** Treats an empty variable as unset. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema.optional());

const trueOrFalse = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(true|false)$/, 'must be true or false');
const folder = z
  .string()
  .transform((value) => path.resolve(value))
  .refine((value) => isFolder(value), 'must be a folder that exists');
const readableFile = z
  .string()
  .transform((value) => path.resolve(value))
  .refine((value) => isReadableFile(value), 'must be a file that this server may read');

const Environment = z
  .object({
    PORT: optional(
      z
        .string()
        .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
        .transform(Number)
        .refine((port) => port <= 65_535, 'must be a number from 0 to 65535'),
    ),
    HOST: optional(z.string().trim()),
    DATA_DIR: optional(z.string()),
    DATABASE_URL: optional(
      z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// (or be empty for the built-in database)'),
    ),
    DATABASE_DIRECT_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')),
    PG_BIN: optional(folder),
    ADMIN_EMAIL: optional(z.string().trim().pipe(z.email('must be an e-mail address'))),
    ADMIN_PASSWORD: optional(z.string().min(PASSWORD_MIN, `must have at least ${PASSWORD_MIN} characters`)),
    TLS_CERT: optional(readableFile),
    TLS_KEY: optional(readableFile),
    TRUST_PROXY: optional(
      z
        .string()
        .transform((value) =>
          /^[1-9]$/.test(value.trim()) ? Number(value) : value.split(',').map((each) => each.trim()),
        )
        .refine(
          (value) => typeof value === 'number' || value.every((each) => isProxy(each)),
          'must be the number of proxies before this server (1 to 9) or their addresses, such as 10.0.0.0/8, loopback',
        ),
    ),
    SMTP_URL: optional(
      z
        .string()
        .trim()
        .refine(
          (value) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol),
          'must begin with smtp:// or smtps://',
        ),
    ),
    MAIL_FROM: optional(
      z
        .string()
        .trim()
        .regex(/^[^\r\n]*[^\s<>@]+@[^\s<>@]+>?$/, 'must be an e-mail address, with or without a name'),
    ),
    PUBLIC_URL: optional(
      z
        .string()
        .trim()
        .refine((value) => isPlainAddress(value), 'must be the address of the app, such as https://ward.hospital.org'),
    ),
    PUSH_PRIVATE: optional(trueOrFalse),
    METRICS_TOKEN: optional(
      z.string().trim().min(METRICS_TOKEN_MIN, `must have at least ${METRICS_TOKEN_MIN} characters`),
    ),
    SESSION_DAYS: optional(
      z
        .string()
        .trim()
        .regex(/^[1-9]\d{0,2}$/, `must be a number of days from 1 to ${SESSION_DAYS_MAX}`)
        .transform(Number)
        .refine((days) => days <= SESSION_DAYS_MAX, `must be a number of days from 1 to ${SESSION_DAYS_MAX}`),
    ),
    LOG_LEVEL: optional(z.enum(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error')),
    ALERT_REFUSALS: optional(
      z
        .string()
        .trim()
        .regex(/^[1-9]\d{0,4}$/, 'must be a number from 1 to 99999')
        .transform(Number),
    ),
    S3_ENDPOINT: optional(
      z
        .string()
        .trim()
        .refine((value) => isPlainAddress(value), 'must be an address such as https://files.hospital.org:9000'),
    ),
    S3_BUCKET: optional(z.string().trim().regex(bucketName, 'must be the name of a bucket')),
    S3_REGION: optional(
      z
        .string()
        .trim()
        .regex(/^[a-z0-9-]+$/, 'must be the name of a region, such as ap-south-1'),
    ),
    S3_ACCESS_KEY_ID: optional(z.string().trim()),
    S3_SECRET_ACCESS_KEY: optional(z.string().trim()),
    S3_FORCE_PATH_STYLE: optional(trueOrFalse),
  })
  .superRefine((read, context) => {
    if (read.DATABASE_DIRECT_URL !== undefined && read.DATABASE_URL === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['DATABASE_URL'],
        message: 'must be set too, because DATABASE_DIRECT_URL is',
      });
    }
    for (const [first, second] of [
      ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
      ['TLS_CERT', 'TLS_KEY'],
    ] as const) {
      if ((read[first] === undefined) === (read[second] === undefined)) continue;
      const [given, missing] = read[first] === undefined ? [second, first] : [first, second];
      context.addIssue({ code: 'custom', path: [missing], message: `must be set too, because ${given} is` });
    }
    const mailed = mailNames.find((name) => read[name] !== undefined);
    for (const missing of mailed === undefined ? [] : mailNames.filter((name) => read[name] === undefined)) {
      context.addIssue({ code: 'custom', path: [missing], message: `must be set too, because ${mailed} is` });
    }
    const given = s3Names.find((name) => read[name] !== undefined);
    for (const missing of given === undefined ? [] : s3Required.filter((name) => read[name] === undefined)) {
      context.addIssue({ code: 'custom', path: [missing], message: `must be set too, because ${given} is` });
    }
  });

/** Reads the server's settings from environment variables. Throws: SettingsError. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const result = Environment.safeParse(env);
  if (!result.success) {
    throw new SettingsError(result.error.issues.map(({ path: at, message }) => `${at.join('.')} ${message}.`));
  }
  const read = result.data;
  return {
    port: read.PORT ?? DEFAULT_PORT,
    host: read.HOST ?? '::',
    dataDir: path.resolve(read.DATA_DIR ?? 'data'),
    databaseUrl: read.DATABASE_URL,
    databaseDirectUrl: read.DATABASE_DIRECT_URL,
    pgBin: read.PG_BIN,
    admin:
      read.ADMIN_EMAIL !== undefined && read.ADMIN_PASSWORD !== undefined
        ? { email: read.ADMIN_EMAIL, password: read.ADMIN_PASSWORD }
        : undefined,
    tls:
      read.TLS_CERT !== undefined && read.TLS_KEY !== undefined
        ? { certFile: read.TLS_CERT, keyFile: read.TLS_KEY }
        : undefined,
    s3: s3Of(read),
    trustProxy: read.TRUST_PROXY,
    mail: mailOf(read),
    metricsToken: read.METRICS_TOKEN,
    pushPrivate: read.PUSH_PRIVATE === 'true',
    sessionDays: read.SESSION_DAYS,
    logLevel: read.LOG_LEVEL ?? 'info',
    alertAfter: read.ALERT_REFUSALS,
  };
}

function mailOf({ SMTP_URL: smtpUrl, MAIL_FROM: from, PUBLIC_URL: publicUrl }: z.output<typeof Environment>) {
  return smtpUrl === undefined || from === undefined || publicUrl === undefined
    ? undefined
    : { smtpUrl, from, publicUrl: publicUrl.replace(/\/+$/, '') };
}

function s3Of(read: z.output<typeof Environment>): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secret } = read;
  if (bucket === undefined || region === undefined || accessKeyId === undefined || secret === undefined)
    return undefined;
  return {
    endpoint: read.S3_ENDPOINT,
    bucket,
    region,
    accessKeyId,
    secretAccessKey: secret,
    forcePathStyle: read.S3_FORCE_PATH_STYLE === 'true',
  };
}

/** Returns whether a value is a server's address without secrets, because addresses are shown in logs. */
function isPlainAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search } = new URL(value);
  return /^https?:$/.test(protocol) && username + password + search === '';
}

/** Returns whether a value is an address, a network such as 10.0.0.0/8, or the name of one. */
function isProxy(value: string): boolean {
  const [address = '', bits = '0', ...more] = value.split('/');
  const version = isIP(address);
  if (version === 0) return proxyNames.has(value);
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

function isFolder(value: string): boolean {
  return statSync(value, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isReadableFile(value: string): boolean {
  try {
    accessSync(value, constants.R_OK);
    return statSync(value).isFile();
  } catch {
    return false;
  }
}
