import { startTransition, useEffect, useState } from 'react';
import type { ReplicaKind } from '#contract/records/ward.ts';
import { useEngine } from './engine-provider.tsx';
import type { WardView } from './engine.ts';

/** Rows that are read at a time: some milliseconds on a slow tablet. */
const partRows = 2000;

function readPart(view: WardView, kinds: readonly ReplicaKind[]): boolean {
  return kinds.every((kind) => view.readAhead(kind, partRows));
}

/**
 * Whether all rows of these kinds are read, for a screen that counts them: it reads them in parts after its first drawing, and
 * the page answers a finger in between. True in the first drawing of a small hospital, and wherever they were read before;
 * false while the first download runs (`isHere`). `kinds` is the same list at each drawing.
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
