import { type RefObject, useEffect, useState } from 'react';
import { usePrinting } from './use-printing.ts';

/** What is so far from the screen counts as near it. */
const margin = '50% 0px';

const tellers = new WeakMap<Element, (isNear: boolean) => void>();
/** One for all parts of the page: an observer for each of some hundred rows is dearer than the rows. */
let watch: IntersectionObserver | undefined;

/**
 * Whether a part is on the screen or near it, for what only somebody who sees it needs. Paper shows all parts. With `stays`, what has been near once remains so:
 * for what is loaded then.
 */
export function useNear(part: RefObject<Element | null>, { stays = false }: { stays?: boolean } = {}): boolean {
  const [isNear, setNear] = useState(false);
  const isPrinting = usePrinting();
  if (stays && isPrinting && !isNear) setNear(true);
  const isSettled = stays && isNear;
  useEffect(() => {
    const element = part.current;
    if (!element || isSettled) return undefined;
    watch ??= new IntersectionObserver(
      (seen) => {
        for (const { target, isIntersecting } of seen) tellers.get(target)?.(isIntersecting);
      },
      { rootMargin: margin },
    );
    tellers.set(element, setNear);
    watch.observe(element);
    return () => {
      watch?.unobserve(element);
      tellers.delete(element);
    };
  }, [part, isSettled]);
  return isNear || isPrinting;
}
