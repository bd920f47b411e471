/** Returns how many unsent entries the app reports as lost with its storage; 0 if it reports none. */
export function lostEntriesIn(said: string): number {
  return Number(/including ([\d,]+) entr/.exec(said)?.[1]?.replaceAll(',', '') ?? 0);
}
