import { useCallback, useEffect, useRef } from 'react';
import { retryClass } from '#contract/errors.ts';
import { CallError } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';

/** A send whose outcome is unknown, and the key that lets the next attempt repeat it. */
interface Attempt {
  said: string;
  key: string;
  /** The bodies sent earlier under other keys, which may have been accepted too. */
  before?: readonly unknown[];
}

/** Attempts at one press: of several people who save at the same time, each meets the others in turn. */
const maxAmendments = 5;

/**
 * Builds the body of one more attempt from a refusal that another edit or an earlier send of this user caused;
 * `unanswered` are the bodies of the latter. Undefined: the refusal stands.
 */
type Amend<Body> = (error: unknown, unanswered: readonly unknown[]) => Body | undefined;

/** True when the server may have done the write, now or at an earlier attempt, without an answer having arrived. */
function isOpen(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  return error.problem === null || retryClass(error.problem.status, error.problem.code) !== 'never';
}

function hasSecret(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).some((name) => /password/i.test(name));
}

/**
 * Returns the Idempotency-Key of a form's send: a press after a lost answer sends the same key, also after the tab was
 * closed, so that one record is made; changed text or a definite answer gets a new one. A refusal caused by an earlier
 * send, or by somebody else's change, is amended and tried again. A body with a password leaves no trace on the tablet.
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
