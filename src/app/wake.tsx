import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { partsOnTheirWay } from '../platform/parts.ts';

/** A page that wakes draws within this time, or is reloaded. Units: milliseconds. */
const drawsWithinMs = 3_000;
/** What was on its way when a page fell asleep arrives within this time after it woke, or never. Units: milliseconds. */
const arrivesWithinMs = 5_000;

function Drawn({ onDrawn }: { onDrawn: () => void }) {
  useEffect(onDrawn, [onDrawn]);
  return null;
}

/** Has React draw something apart from the screen, and reports when it has. */
function drawApart(onDrawn: () => void): void {
  const root = createRoot(document.createElement('div'));
  root.render(
    <Drawn
      onDrawn={() => {
        onDrawn();
        setTimeout(() => root.unmount());
      }}
    />,
  );
}

/** Without network and without a service worker a reload would only end at the browser's own page. */
const canLoadAgain = (): boolean => navigator.onLine || Boolean(navigator.serviceWorker?.controller);

/**
 * Reloads a page that leaves the back/forward cache and does not continue. WebKit loses the message by which React
 * schedules its next turn if the page falls asleep before it arrives, and never answers the import of a file that was
 * under way. `page` is the window.
 */
export function watchWaking(page: EventTarget, reload: () => void, draw = drawApart): void {
  page.addEventListener('pageshow', (event) => {
    if (!('persisted' in event) || event.persisted !== true) return;
    const timer = setTimeout(reload, drawsWithinMs);
    draw(() => clearTimeout(timer));
    const expected = [...partsOnTheirWay];
    if (expected.length === 0) return;
    setTimeout(() => {
      if (canLoadAgain() && expected.some((part) => partsOnTheirWay.has(part))) reload();
    }, arrivesWithinMs);
  });
}
