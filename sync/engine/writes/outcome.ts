import type { Clock } from '../../ports/ports.ts';
import type { SaveOutcome } from '../../types.ts';
import type { Command } from '../../outbox/command.ts';

/** Returns the outcome of an entry; null while it is undecided. */
function outcomeOf(command: Command | undefined): SaveOutcome | null {
  if (!command) return null;
  const { answer, lastError, state } = command;
  if (answer) return { kind: 'received', answer: answer.body };
  if (state === 'attention' && lastError) return { kind: 'refused', error: lastError };
  const waits = state === 'signed-out' || (state === 'waiting' && lastError !== null);
  return waits ? { kind: 'saved-on-tablet' } : null;
}

/** Returns whether an entry may only be sent after the other has been answered (rules PU2, PU7, PU18). */
function isBehind(command: Command, other: Command): boolean {
  if (other.answer !== null) return false;
  if (other.id === command.dependsOn) return true;
  const isAhead = other.stream === command.stream && other.seq < command.seq;
  return isAhead && (other.state !== 'signed-out' || other.userId === command.userId);
}

/** Returns the outcome of one of the entries; an entry behind one without an answer cannot have an answer either. */
function outcomeAmong(commands: readonly Command[], id: string): SaveOutcome | null {
  const command = commands.find((one) => one.id === id);
  const own = outcomeOf(command);
  if (own !== null || command?.state !== 'waiting') return own;
  const ahead = commands.filter((one) => isBehind(command, one));
  return ahead.some((one) => outcomeOf(one)?.kind === 'saved-on-tablet') ? { kind: 'saved-on-tablet' } : null;
}

/** Waits at most `waitMs` for the server's answer to an entry; without one, the entry stays saved on this tablet. */
export async function waitForOutcome(
  id: string,
  parts: { clock: Clock; commands: () => readonly Command[]; subscribe: (listener: () => void) => () => void },
  waitMs: number,
): Promise<SaveOutcome> {
  const over = new AbortController();
  const result = new Promise<SaveOutcome>((resolve) => {
    const look = () => {
      const outcome = outcomeAmong(parts.commands(), id);
      if (outcome) resolve(outcome);
    };
    over.signal.addEventListener('abort', parts.subscribe(look));
    look();
  });
  const late = parts.clock.delay(waitMs, over.signal).then((): SaveOutcome => ({ kind: 'saved-on-tablet' }));
  late.catch(() => undefined);
  try {
    return await Promise.race([result, late]);
  } finally {
    over.abort();
  }
}
