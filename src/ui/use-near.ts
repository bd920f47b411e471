import { type RefObject, useEffect, useState } from 'react';

/** What is so far from the screen counts as near it. */
const margin = '50% 0px';

const tellers = new WeakMap<Element, (isNear: boolean) => void>();
/** One for all parts of the page: an observer for each of some hundred rows is dearer than the rows. */
let watch: IntersectionObserver | undefined;

/** Whether a part is on the screen or near it, for what only somebody who sees it needs. */
export function useNear(part: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = part.current;
    if (!element) return;
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
  }, [part]);
  return isNear;
}
