/** Returns the hits of a search, ranked as ours (by the position of the best word), alphabetical within a rank. */
export function rankedHits(texts: readonly string[], text: string, shown: number): number[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const hits: number[][] = [[], [], [], [], []];
  for (let at = 0; at < texts.length; at += 1) {
    const row = texts[at] ?? '';
    let best = hits.length;
    for (const word of words) {
      const position = row.indexOf(word);
      if (position < 0) {
        best = -1;
        break;
      }
      best = Math.min(best, rankOf(row, position));
    }
    if (best >= 0) hits[Math.min(best, hits.length - 1)]?.push(at);
  }
  const order = (a: number, b: number) => ((texts[a] ?? '') < (texts[b] ?? '') ? -1 : 1);
  return hits.flatMap((list) => list.sort(order)).slice(0, shown);
}

/** A text has the serial number in its first line and the name in the second. */
function rankOf(row: string, position: number): number {
  if (position === 0) return 0;
  const name = row.indexOf('\n') + 1;
  if (position < name) return 2;
  if (position === name) return 1;
  return position < row.indexOf('\n', name) ? 3 : 4;
}
