import { createHash } from 'node:crypto';
import { offlineWrites } from '#contract/index.ts';
import type { DeclaredWrite } from '#contract/index.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { problem } from '#contract/errors.ts';
import { keptFiles } from '#contract/rules/missing-file.ts';
import { replicaSchema } from '#contract/records/replica.ts';
import type { SimulatedRequest, WireAnswer } from './wire-answer.ts';

/** A write that took effect on the server. */
export interface Effect {
  key: string;
  userId: string;
  kind: string;
  body: unknown;
  order: number;
}

/** A simulated server: it answers requests and exposes its state. */
export interface SimulatedServer {
  handle(request: SimulatedRequest, cookies: Map<string, string>): Promise<WireAnswer>;
  effects(): readonly Effect[];
  /** Returns the keys that the server refused permanently, with the code. */
  refusals(): ReadonlyMap<string, string>;
  files(): ReadonlyMap<string, { received: boolean }>;
  /** Every token and refresh family ends, as after a password change. */
  expireTokens(): void;
}

/** A model server that can lose everything except its users, like a server restored from an old backup. */
export interface ModelServer extends SimulatedServer {
  restore(): void;
  /** Sets a one-time password for a person; unlike on a real server, their sessions continue. */
  resetPassword(userId: string, password: string): void;
  /** Reports the tablet of these people lost: their sessions only send, until somebody signs in on it. */
  reportLost(userIds: readonly string[]): void;
}

/** The password of all users in the model; their email is `<id>@ward.test`. */
export const modelPassword = 'secret1';

interface Stored {
  userId: string;
  digest: string;
  answer: WireAnswer;
}

/** Users whose id ends with a number belong to another hospital. */
const hospitalOf = (userId: string) => `hospital-${/\d+$/.exec(userId)?.[0] ?? 1}`;
/** Returns where a hospital's file is stored: under its hash alone for the first hospital. */
const placeOf = (userId: string, sha256: string) =>
  hospitalOf(userId) === 'hospital-1' ? sha256 : `${hospitalOf(userId)} ${sha256}`;

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Returns the code with which a call refuses a closed record; undefined if it accepts closed ones. */
const closedCode = ({ spec }: DeclaredWrite): ErrorCode | undefined =>
  spec.errors?.find((code) => code.endsWith('.already_closed'));

/** Creates a small server that honours the contract's idempotency; the simulation uses the real one instead. */
export function createModelServer(now: () => number): ModelServer {
  const keys = new Map<string, Stored>();
  const effects: Effect[] = [];
  const refused = new Map<string, string>();
  const closed = new Map<string, { by: string; at: string }>();
  const awaited = new Map<string, { size: number; bytes: Uint8Array[]; offset: number; received: boolean }>();
  const tokens = new Map<string, { userId: string; scope: 'full' | 'outbox' }>();
  const scopes = new Map<string, 'full' | 'outbox'>();
  const lost = new Set<string>();
  /** Passwords that differ from the default. */
  const passwords = new Map<string, { password: string; isOneTime: boolean }>();
  const isOneTime = (userId: string) => passwords.get(userId)?.isOneTime === true;
  const unlockKeys = new Map<string, string>();
  let version = 0;
  let serial = 0;

  const json = (status: number, body: unknown, headers: Record<string, string> = {}): WireAnswer => ({
    status,
    headers: {
      'X-Ward-Protocol': '1',
      'Content-Type': status < 400 ? 'application/json; charset=utf-8' : 'application/problem+json',
      Date: new Date(now()).toUTCString(),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const refusal = (code: ErrorCode, context?: Record<string, unknown>, headers: Record<string, string> = {}) => {
    const document = problem(code, undefined, context ? { context } : {});
    return json(document.status, document, headers);
  };

  function session(userId: string, cookies: Map<string, string>, unlocked: string | true): WireAnswer {
    const token = `token-${(serial += 1)}`;
    const isLocked = unlocked !== true && unlocked !== unlockKeys.get(userId);
    const family = isLocked ? 'outbox' : (scopes.get(userId) ?? 'full');
    const begun = unlocked === true ? digestOf(token) : undefined;
    if (begun !== undefined) unlockKeys.set(userId, begun);
    tokens.set(token, { userId, scope: family });
    const scope = isOneTime(userId) ? 'password' : family;
    cookies.set(userId, `family-${serial}`);
    return json(200, {
      token,
      userName: `Engineer ${userId}`,
      userId,
      userRole: 'BME',
      bmeAccountId: userId,
      hospital: { id: hospitalOf(userId), name: 'City Hospital', timeZone: 'Asia/Kolkata' },
      scope,
      ...(lost.has(userId) ? { lost: true } : {}),
      ...(begun === undefined ? {} : { unlockKey: begun }),
      expiresAt: new Date(now() + 15 * 60_000).toISOString(),
    });
  }

  function changePassword(key: string, userId: string, body: Record<string, unknown>): WireAnswer {
    const echo = { 'Idempotency-Key': key };
    const digest = digestOf(JSON.stringify(body));
    const known = keys.get(key);
    if (known) return known.digest === digest ? known.answer : refusal('key.reused', undefined, echo);
    const refused = (field: string, sentence: string) =>
      json(400, problem('input.invalid', sentence, { errors: { [field]: [sentence] } }), echo);
    const { password } = passwords.get(userId) ?? { password: modelPassword };
    if (body['currentPassword'] !== password) return refused('currentPassword', 'The current password is not right.');
    if (body['newPassword'] === password) return refused('newPassword', 'Please choose another password.');
    passwords.set(userId, { password: String(body['newPassword']), isOneTime: false });
    const answer = { status: 204, headers: { 'X-Ward-Protocol': '1', ...echo }, body: '' };
    keys.set(key, { userId, digest, answer });
    return answer;
  }

  function write(request: SimulatedRequest, key: string, userId: string): WireAnswer {
    const kind = request.headers['x-ward-kind'] ?? '';
    const text = typeof request.body === 'string' ? request.body : '';
    const known = keys.get(key);
    const echo = { 'Idempotency-Key': key };
    if (known) {
      if (known.userId !== userId || known.digest !== digestOf(text)) return refusal('key.reused', undefined, echo);
      return { ...known.answer, headers: { ...known.answer.headers, 'Idempotency-Replayed': 'true' } };
    }
    const call = offlineWrites.get(kind);
    const parsed = call?.spec.body?.safeParse(JSON.parse(text));
    const store = (answer: WireAnswer) => {
      keys.set(key, { userId, digest: digestOf(text), answer });
      return answer;
    };
    if (!call || !parsed?.success) {
      refused.set(key, 'input.invalid');
      return store(refusal('input.invalid', undefined, echo));
    }
    const { body } = JSON.parse(`{"body":${text}}`) as { body: Record<string, unknown> };
    const code = closedCode(call);
    const target = `${code} ${call.write.stream(parsed.data, key)}`;
    const earlier = closed.get(target);
    if (earlier && code) {
      refused.set(key, code);
      return store(refusal(code, { ...earlier }, echo));
    }
    // Only a closing becomes a note if an earlier closing exists.
    if (code && call.write.asNote(parsed.data, code)) {
      closed.set(target, { by: userId, at: new Date(now()).toISOString() });
    }
    effects.push({ key, userId, kind, body, order: effects.length });
    version += 1;
    for (const { sha256, size } of keptFiles(call.write.files(parsed.data))) {
      const place = placeOf(userId, sha256);
      if (!awaited.has(place)) awaited.set(place, { size, bytes: [], offset: 0, received: false });
    }
    return store(
      json(call.spec.status ?? 200, { id: key, status: 'ok' }, { ...echo, 'X-Ward-Version': String(version) }),
    );
  }

  function upload(request: SimulatedRequest, userId: string, sha256: string, offsetText: string | null): WireAnswer {
    const file = awaited.get(placeOf(userId, sha256));
    if (!file) return refusal('file.unknown');
    const standing = () => json(200, { sha256, size: file.size, offset: file.offset, received: file.received });
    if (request.method === 'GET' || file.received) return standing();
    if (Number(offsetText) !== file.offset) return refusal('file.offset');
    if (request.body instanceof ArrayBuffer) {
      file.bytes.push(new Uint8Array(request.body));
      file.offset += request.body.byteLength;
    }
    if (file.offset >= file.size) {
      const digest = createHash('sha256');
      for (const piece of file.bytes) digest.update(piece);
      if (digest.digest('hex') !== sha256) {
        file.bytes = [];
        file.offset = 0;
        return refusal('file.hash');
      }
      file.received = true;
    }
    return standing();
  }

  return {
    async handle(request, cookies) {
      const url = new URL(request.path, 'http://ward.test');
      const path = url.pathname.replace(/^\/api/, '');
      const body: unknown = typeof request.body === 'string' ? JSON.parse(request.body) : {};
      const of = (name: string) => String((body as Record<string, unknown>)[name]);
      if (path === '/Auth/login') {
        const userId = of('email').split('@')[0] ?? '';
        const { password } = passwords.get(userId) ?? { password: modelPassword };
        if (of('password') !== password) return refusal('auth.invalid_credentials');
        scopes.set(userId, 'full');
        lost.clear();
        return session(userId, cookies, true);
      }
      const auth = /^\/Auth\/refresh\/([^/]+)(\/logout)?$/.exec(path);
      if (auth) {
        const userId = auth[1] ?? '';
        if (auth[2]) {
          if ((body as { keepOutbox: boolean }).keepOutbox) scopes.set(userId, 'outbox');
          else cookies.delete(userId);
          return { status: 204, headers: { 'X-Ward-Protocol': '1' }, body: '' };
        }
        return cookies.has(userId)
          ? session(userId, cookies, request.headers['x-ward-unlock'] ?? '')
          : refusal('auth.expired');
      }
      const owner = tokens.get((request.headers['authorization'] ?? '').replace('Bearer ', ''));
      const key = request.headers['idempotency-key'];
      const echo: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
      if (!owner) return refusal('auth.expired', undefined, echo);
      if (path === '/Auth/password') return changePassword(key ?? '', owner.userId, body as Record<string, unknown>);
      if (owner.scope === 'outbox' && lost.has(owner.userId) && key === undefined && request.method === 'GET') {
        return refusal('auth.scope', undefined, echo);
      }
      if (isOneTime(owner.userId)) return refusal('auth.one_time_password', undefined, echo);
      if (key !== undefined) return write(request, key, owner.userId);
      const file = /^\/Attachments\/([0-9a-f]{64})(\/status)?$/.exec(path);
      if (file) return upload(request, owner.userId, file[1] ?? '', url.searchParams.get('offset'));
      if (path === '/Sync/changes') {
        const serverTime = new Date(now()).toISOString();
        const next = Math.max(version, Number(url.searchParams.get('cursor')));
        return json(200, {
          epoch: 'model',
          schema: replicaSchema,
          rows: [],
          tombstones: [],
          next,
          head: version,
          more: false,
          serverTime,
        });
      }
      if (path === '/Sync/digest') return json(200, { epoch: 'model', head: version, kinds: [] });
      if (path === '/Sync/missing') {
        const asked = (url.searchParams.get('keys') ?? '').split(',');
        return json(200, { missing: asked.filter((each) => !keys.has(each)) });
      }
      return refusal('route.unknown');
    },
    effects: () => effects,
    refusals: () => refused,
    files: () => awaited,
    expireTokens: () => tokens.clear(),
    resetPassword: (userId, password) => void passwords.set(userId, { password, isOneTime: true }),
    reportLost(userIds) {
      for (const userId of userIds) {
        lost.add(userId);
        scopes.set(userId, 'outbox');
      }
      for (const owner of tokens.values()) if (lost.has(owner.userId)) owner.scope = 'outbox';
    },
    restore() {
      keys.clear();
      effects.length = 0;
      closed.clear();
      awaited.clear();
      version = 0;
    },
  };
}
