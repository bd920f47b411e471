import { retryClass } from '#contract/errors.ts';
import {
  clockEstimateHeader,
  clockOffsetHeader,
  idempotencyHeader,
  kindHeader,
  madeAtHeader,
  replayedHeader,
  versionHeader,
} from '#contract/calls/sync.ts';
import type { Client, SendResult } from '../transport/client.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Ports } from '../ports/ports.ts';
import { backoffMs } from './plan.ts';
import type { CommandError } from '../types.ts';
import type { Command } from '../outbox/command.ts';
import { codeOf, messageOf } from '../transport/wire.ts';

/** Pause after the server has asked for a newer app (rule PU9). */
const updatePauseMs = 5 * 60_000;

/** The result of sending an entry: whether there was an answer, and the entry as it is now (null: read it again). */
export interface Sent {
  answered: boolean;
  left: Command | null;
}

/** An entry that is being sent, and how often its author had signed in by then. */
type Begun = NonNullable<Awaited<ReturnType<Outbox['begin']>>>;

type WireAnswer = Extract<SendResult, { kind: 'ours' }>;
type Unreachable = Extract<SendResult, { kind: 'unreachable' }>;

const isSuccess = (result: SendResult): result is WireAnswer =>
  result.kind === 'ours' && result.status >= 200 && result.status < 300;

/**
 * Sends one entry and records the result. `onReceived` is called once the server has accepted it, before that is
 * recorded. Throws: when the storage fails.
 */
export type EntrySender = (seq: number, signal: AbortSignal, onReceived: () => void) => Promise<Sent>;

function headersOf(command: Command): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    [idempotencyHeader]: command.id,
    [kindHeader]: `${command.kind}@${command.version}`,
    [madeAtHeader]: command.madeAt,
    [clockOffsetHeader]: String(Math.round(command.clockOffsetMs)),
    ...(command.estimate && { [clockEstimateHeader]: String(Math.round(command.estimate.offsetMs)) }),
  };
}

/** The facts of a refusal (who closed the task and when). */
function contextOf(body: unknown): Record<string, unknown> | null {
  return typeof body === 'object' && body !== null && 'context' in body
    ? (body.context as Record<string, unknown>)
    : null;
}

/** Creates the entry sender. Every transition is guarded, and the server deduplicates by key (rule PU12). */
export function createEntrySender(parts: { ports: Ports; outbox: Outbox; client: Client }): EntrySender {
  const { outbox, client } = parts;
  const { clock, random } = parts.ports;
  const instant = () => new Date(clock.now()).toISOString();

  /** No answer: back off (PU5), or wait without a backoff if this page or worker aborted the attempt itself. */
  async function recordUnreachable(
    { command: { seq, attempts } }: Begun,
    { code, message }: Unreachable,
    cutByUs: boolean,
  ): Promise<Sent> {
    if (code === 'aborted' && cutByUs) return { answered: true, left: await outbox.postpone(seq, attempts, null, 0) };
    const nextAttemptAt = clock.now() + backoffMs(attempts, random.next());
    const error: CommandError = { class: 'unreachable', status: null, code, message, at: instant() };
    return { answered: false, left: await outbox.postpone(seq, attempts, error, nextAttemptAt) };
  }

  /** Success: the first answer under the key counts, even if it is a replay (PU1). */
  function recordAnswer({ command }: Begun, { status, body, headers }: WireAnswer): Promise<Command | null> {
    const version = Number(headers.get(versionHeader) ?? 'none');
    const serverMs = Date.parse(headers.get('Date') ?? '');
    return outbox.acknowledge(command.seq, {
      status,
      body,
      version: Number.isFinite(version) ? version : null,
      replayed: headers.get(replayedHeader) === 'true',
      at: instant(),
      ...(Number.isFinite(serverMs) && { serverAt: new Date(serverMs).toISOString() }),
    });
  }

  /** A refusal: its code in the contract decides what follows. */
  async function recordRefusal({ command, signIns }: Begun, result: WireAnswer): Promise<Command | null> {
    const { seq, attempts } = command;
    const { status, body } = result;
    const code = codeOf(body);
    const refusal = status < 400 ? 'later' : retryClass(status, code);
    const context = contextOf(body);
    const error: CommandError = {
      class: refusal,
      status,
      code,
      message: messageOf(body),
      at: instant(),
      ...(context ? { context } : {}),
    };
    // Permanent: the entry needs attention (PU8).
    if (refusal === 'never') return outbox.refuse(seq, attempts, error);
    // The author must sign in (PU7).
    if (refusal === 'sign-in') {
      await outbox.signedOut(command.userId, signIns, error);
      return null;
    }
    // Temporary: wait as long as Retry-After says (PU6), or until the app is updated (PU9).
    const pauseMs = result.retryAfterMs ?? (refusal === 'update' ? updatePauseMs : backoffMs(attempts, random.next()));
    return outbox.postpone(seq, attempts, error, clock.now() + pauseMs);
  }

  /** Records the result of sending an entry. */
  async function record(begun: Begun, result: SendResult, cutByUs: boolean): Promise<Sent> {
    if (result.kind === 'unreachable') return recordUnreachable(begun, result, cutByUs);
    if (result.kind === 'signed-out') {
      const { command, signIns } = begun;
      const { message } = result;
      const error: CommandError = { class: 'sign-in', status: 401, code: 'auth.expired', message, at: instant() };
      await outbox.signedOut(command.userId, signIns, error);
      return { answered: true, left: null };
    }
    const left = await (isSuccess(result) ? recordAnswer(begun, result) : recordRefusal(begun, result));
    return { answered: true, left };
  }

  return async (seq, signal, onReceived) => {
    // 1. `waiting -> sending`, unless another runner was faster (OB4, PU12).
    const begun = await outbox.begin(seq);
    if (!begun) return { answered: true, left: null };
    // 2. The REST call under the entry's own key (PU1), as its author, even if another user is signed in (PU14).
    const { command } = begun;
    const result = await client.sendAs(command.userId, {
      method: command.call.method,
      path: command.call.path,
      headers: headersOf(command),
      body: JSON.stringify(command.call.body),
      signal,
    });
    if (isSuccess(result)) onReceived();
    // 3. Record the state that the answer leads to.
    return record(begun, result, signal.aborted);
  };
}
