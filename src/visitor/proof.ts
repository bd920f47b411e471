import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/sha';
import type { Challenge } from 'altcha-lib/types';

/**
 * Solves the server's challenge, which takes a phone several seconds; returns the proof in the format that the server
 * expects.
 */
export async function solveProof(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The challenge has no solution.');
  return btoa(JSON.stringify({ challenge, solution }));
}
