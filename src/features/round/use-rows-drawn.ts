import { startTransition, useEffect, useState } from 'react';

/** Rows that are drawn first: more than a screen shows. */
const firstRows = 10;
/** So many rows more at a time: the browser lays out each part between two answers to a finger. */
const furtherRows = 40;

/** How many rows of a round are drawn by now: a few with the screen, the others in parts. */
export function useRowsDrawn(total: number): number {
  const [drawn, setDrawn] = useState(firstRows);
  useEffect(() => {
    if (drawn < total) startTransition(() => setDrawn(drawn + furtherRows));
  }, [drawn, total]);
  return drawn;
}
