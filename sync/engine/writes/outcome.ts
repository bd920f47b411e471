import type { Clock } from '../../ports/ports.ts';
import type { Command, SaveOutcome } from '../../types.ts';

/** The outcome of an entry; null while it is undecided. */
function outcomeOf(command: Command | undefined): SaveOutcome | null {
  if (!command) return null;
  const { answer, lastError, state } = command;
  if (answer) return { kind: 'received', answer: answer.body };
  if (state === 'attention' && lastError) return { kind: 'refused', error: lastError };
  const waits = state === 'signed-out' || (state === 'waiting' && lastError !== null);
  return waits ? { kind: 'saved-on-tablet' } : null;
}

/** Waits at most `waitMs` for the server's answer to an entry; without one it is saved on this tablet. */
export async function waitForOutcome(
  parts: { clock: Clock; find: () => Command | undefined; subscribe: (listener: () => void) => () => void },
  waitMs: number,
): Promise<SaveOutcome> {
  const over = new AbortController();
  const result = new Promise<SaveOutcome>((resolve) => {
    const look = () => {
      const outcome = outcomeOf(parts.find());
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
