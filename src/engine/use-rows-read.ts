import { startTransition, useEffect, useState } from 'react';
import type { ReplicaKind } from '#contract/records/replica.ts';
import { useEngine } from './engine-provider.tsx';
import type { WardView } from './engine.ts';

/** Rows read in one step, which takes a few milliseconds on a slow tablet. */
const partRows = 2000;

function readPart(view: WardView, kinds: readonly ReplicaKind[]): boolean {
  return kinds.every((kind) => view.readAhead(kind, partRows));
}

/**
 * Returns whether all rows of these kinds have been read, for a screen that counts them. Rows are read in steps after
 * the first render, so that the page stays responsive. True on the first render for a small hospital or if they were
 * read before; false while the first download runs (`isHere`). `kinds` must be the same array on each render.
 */
export function useRowsRead(kinds: readonly ReplicaKind[], isHere: boolean): boolean {
  const engine = useEngine();
  const [isRead, setRead] = useState(() => isHere && readPart(engine.view(), kinds));
  useEffect(() => {
    if (isRead || !isHere) return undefined;
    let timer = setTimeout(function next() {
      if (readPart(engine.view(), kinds)) startTransition(() => setRead(true));
      else timer = setTimeout(next);
    });
    return () => clearTimeout(timer);
  }, [engine, isHere, isRead, kinds]);
  return isHere && isRead;
}
