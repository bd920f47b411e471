import { retryClass } from '#contract/errors.ts';
import {
  clockOffsetHeader,
  idempotencyHeader,
  kindHeader,
  madeAtHeader,
  protocolHeader,
  protocolVersion,
  replayedHeader,
  versionHeader,
} from '#contract/sync.ts';
import type { Client, SendResult } from './client.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Ports } from './ports.ts';
import { backoffMs } from './push-plan.ts';
import type { Command, CommandError } from './types.ts';
import { codeOf, messageOf } from './wire.ts';

/** The server asked for a newer app: it is asked again this often. */
const updatePauseMs = 5 * 60_000;

/** What became of a sent entry: whether there was an answer, and the entry as it is now (null: read it again). */
export interface Sent {
  answered: boolean;
  left: Command | null;
}

/** An entry that is being sent, and how often its author had signed in by then. */
type Begun = NonNullable<Awaited<ReturnType<Outbox['begin']>>>;

type WireAnswer = Extract<SendResult, { kind: 'ours' }>;

/**
 * Sends one entry and writes down what came of it. `onReceived` hears that the server has taken it, before that is
 * written down. Throws: when the storage fails.
 */
export type EntrySender = (seq: number, signal: AbortSignal, onReceived: () => void) => Promise<Sent>;

function headersOf(command: Command): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    [protocolHeader]: protocolVersion,
    [idempotencyHeader]: command.id,
    [kindHeader]: `${command.kind}@${command.version}`,
    [madeAtHeader]: command.madeAt,
    [clockOffsetHeader]: String(Math.round(command.clockOffsetMs)),
  };
}

/** Binds the sending of entries to a context. Every transition is guarded, and the server keeps the key. */
export function createEntrySender(parts: { ports: Ports; outbox: Outbox; client: Client }): EntrySender {
  const { outbox, client } = parts;
  const { clock, random } = parts.ports;
  const errorAt = (error: Omit<CommandError, 'at'>): CommandError => ({
    ...error,
    at: new Date(clock.now()).toISOString(),
  });

  /** Writes down what a sent entry came to. */
  async function settle(begun: Begun, result: SendResult, stoppedByUs: boolean): Promise<Sent> {
    const { command, signIns } = begun;
    const { seq, attempts } = command;
    if (result.kind === 'unreachable') {
      if (result.code === 'aborted' && stoppedByUs) {
        return { answered: true, left: await outbox.postpone(seq, attempts, null, 0) };
      }
      const { code, message } = result;
      const pause = clock.now() + backoffMs(attempts, random.next());
      const error = errorAt({ class: 'unreachable', status: null, code, message });
      return { answered: false, left: await outbox.postpone(seq, attempts, error, pause) };
    }
    if (result.kind === 'signed-out') {
      const error = errorAt({ class: 'sign-in', status: 401, code: 'auth.expired', message: result.message });
      await outbox.signedOut(command.userId, signIns, error);
      return { answered: true, left: null };
    }
    const { status, body, answer } = result;
    if (status >= 200 && status < 300) {
      const version = Number(answer.header(versionHeader) ?? 'none');
      const left = await outbox.acknowledge(seq, {
        status,
        body,
        version: Number.isFinite(version) ? version : null,
        replayed: answer.header(replayedHeader) === 'true',
        at: new Date(clock.now()).toISOString(),
      });
      return { answered: true, left };
    }
    return { answered: true, left: await settleRefusal(begun, result) };
  }

  async function settleRefusal({ command, signIns }: Begun, result: WireAnswer): Promise<Command | null> {
    const { seq, attempts } = command;
    const { status, body } = result;
    const code = codeOf(body);
    const refusal = status < 400 ? 'later' : retryClass(status, code);
    const context =
      typeof body === 'object' && body !== null && 'context' in body ? (body.context as Record<string, unknown>) : null;
    const error = errorAt({ class: refusal, status, code, message: messageOf(body), ...(context ? { context } : {}) });
    if (refusal === 'never') return outbox.refuse(seq, attempts, error);
    if (refusal === 'sign-in') {
      await outbox.signedOut(command.userId, signIns, error);
      return null;
    }
    const pauseMs = result.retryAfterMs ?? (refusal === 'update' ? updatePauseMs : backoffMs(attempts, random.next()));
    return outbox.postpone(seq, attempts, error, clock.now() + pauseMs);
  }

  return async (seq, signal, onReceived) => {
    const begun = await outbox.begin(seq);
    if (!begun) return { answered: true, left: null };
    const { command } = begun;
    const result = await client.sendAs(command.userId, {
      method: command.call.method,
      path: command.call.path,
      headers: headersOf(command),
      body: JSON.stringify(command.call.body),
      signal,
    });
    if (result.kind === 'ours' && result.status >= 200 && result.status < 300) onReceived();
    return settle(begun, result, signal.aborted);
  };
}
