import { CallError } from '#ui/resource/engine.ts';

const fallback = 'Login failed. Please try again.';

/** The banner of a failed sign-in. Source: document 1, section 8. */
export function loginErrorText(error: unknown): string {
  if (!(error instanceof CallError)) return fallback;
  const { problem, message } = error;
  if (!problem) return message === '' ? fallback : `Error: ${message}`;
  if (problem.status === 401 && message !== '') return message;
  return `Server returned code: ${problem.status}, error message: ${message}`;
}
