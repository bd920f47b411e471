import { startTransition, useEffect, useState } from 'react';

/** Rows drawn first: more than fit on a screen. */
const firstRows = 10;
/** Rows added per step: few enough that the browser can handle a touch between two steps. */
const furtherRows = 40;

/** Returns how many rows of a round are drawn so far: a few with the screen, the rest in steps. */
export function useRowsDrawn(total: number): number {
  const [drawn, setDrawn] = useState(firstRows);
  useEffect(() => {
    if (drawn < total) startTransition(() => setDrawn(drawn + furtherRows));
  }, [drawn, total]);
  return drawn;
}
