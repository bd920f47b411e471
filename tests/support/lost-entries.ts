/** Returns how many unsent entries the app says were lost with its storage; 0 where it does not say so. */
export function lostEntriesIn(said: string): number {
  return Number(/including ([\d,]+) entr/.exec(said)?.[1]?.replaceAll(',', '') ?? 0);
}
