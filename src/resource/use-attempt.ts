import { useCallback, useEffect, useRef } from 'react';
import { retryClass } from '#contract/errors.ts';
import { CallError } from './engine.ts';
import { useEngine } from './engine-provider.tsx';

/** A send whose outcome is not known, and the key that makes it one with the next try. */
interface Attempt {
  said: string;
  key: string;
}

/** True when the server may have done the write, now or at an earlier try, although no answer told so. */
function isOpen(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  return error.problem === null || retryClass(error.problem.status, error.problem.code) !== 'never';
}

function hasSecret(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).some((name) => /password/i.test(name));
}

/**
 * Gives the Idempotency-Key of a form's send: a press after a lost answer sends the same key, also after the tab was
 * closed, so that one record is made; changed text or a definite answer gets a new one. A body with a password leaves
 * no trace on the device.
 */
export function useAttempt(draftKey: string) {
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
    async <Body, Answer>(body: Body, send: (body: Body, key: string) => Promise<Answer>): Promise<Answer> => {
      const said = JSON.stringify(body);
      const before = open.current;
      const attempt = before?.said === said ? before : { said, key: engine.newKey() };
      open.current = attempt;
      const forget = () => {
        open.current = undefined;
        engine.deleteDraft(storedAs).catch(() => undefined);
      };
      try {
        const answer = await send(body, attempt.key);
        forget();
        return answer;
      } catch (error) {
        if (!isOpen(error)) forget();
        else if (!hasSecret(body)) await engine.writeDraft(storedAs, attempt).catch(() => undefined);
        throw error;
      }
    },
    [engine, storedAs],
  );
}
