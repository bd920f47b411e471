import { useCallback, useEffect, useRef } from 'react';
import { retryClass } from '#contract/errors.ts';
import { CallError } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';

/** A request whose outcome is unknown, and the key with which the next attempt repeats it. */
interface Attempt {
  said: string;
  key: string;
  /** Bodies sent earlier under other keys, which may have been accepted too. */
  before?: readonly unknown[];
}

/** Limit on the attempts per press: if several people save at the same time, each conflicts with the others in turn. */
const maxAmendments = 5;

/**
 * Builds the body for another attempt after a refusal caused by another edit or by an earlier request of this user,
 * whose bodies are `unanswered`. Undefined means that the refusal stands.
 */
type Amend<Body> = (error: unknown, unanswered: readonly unknown[]) => Body | undefined;

/** Returns true if the server may have applied the write, now or in an earlier attempt, although no answer arrived. */
function isOpen(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  return error.problem === null || retryClass(error.problem.status, error.problem.code) !== 'never';
}

function hasSecret(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).some((name) => /password/i.test(name));
}

/**
 * Returns a function that sends a form with an Idempotency-Key: pressing again after a lost answer repeats the same
 * key, even after the tab was closed, so that only one record is created; changed text or a definite answer gets a new
 * key. A refusal caused by an earlier request or by another user's change is amended and retried. A body with a
 * password is never stored on the tablet.
 */
export function useIdempotencyKey(draftKey: string) {
  const engine = useEngine();
  const storedAs = `${draftKey}:attempt`;
  const open = useRef<Attempt | undefined>(undefined);

  useEffect(() => {
    engine.readDraft<Attempt>(storedAs).then(
      (stored) => {
        open.current ??= stored;
      },
      () => undefined,
    );
  }, [engine, storedAs]);

  return useCallback(
    async <Body, Answer>(
      first: Body,
      send: (body: Body, key: string) => Promise<Answer>,
      amend?: Amend<Body>,
    ): Promise<Answer> => {
      const forget = () => {
        open.current = undefined;
        engine.deleteDraft(storedAs).catch(() => undefined);
      };
      const tryOnce = async (body: Body, amendments: number, earlier: readonly unknown[]): Promise<Answer> => {
        const said = JSON.stringify(body);
        const last = open.current;
        const unanswered = last ? [...(last.before ?? []), JSON.parse(last.said) as unknown] : earlier;
        const attempt = last?.said === said ? last : { said, key: engine.newKey(), before: unanswered };
        open.current = attempt;
        try {
          const answer = await send(body, attempt.key);
          forget();
          return answer;
        } catch (error) {
          if (isOpen(error)) {
            const kept = { ...attempt, before: attempt.before?.filter((one) => !hasSecret(one)) ?? [] };
            if (!hasSecret(body)) await engine.writeDraft(storedAs, kept).catch(() => undefined);
            throw error;
          }
          forget();
          const amended = amendments < maxAmendments ? amend?.(error, unanswered) : undefined;
          if (amended === undefined) throw error;
          return tryOnce(amended, amendments + 1, unanswered);
        }
      };
      return tryOnce(first, 0, []);
    },
    [engine, storedAs],
  );
}
