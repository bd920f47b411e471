import { CallError } from '#ui/engine/engine.ts';

const fallback = 'Login failed. Please try again.';

/** Returns the banner of a failed sign-in. Source: docs/product.md P11. */
export function loginErrorText(error: unknown): string {
  if (!(error instanceof CallError)) return fallback;
  const { problem, message, status } = error;
  if (status === null) return message === '' ? fallback : `Error: ${message} Signing in needs the network.`;
  if (problem?.status === 401 && message !== '') return message;
  return `Server returned code: ${status}, error message: ${message}`;
}
