import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { partsOnTheirWay } from '../platform/parts.ts';

/** A page that is restored must draw within this time, or it is reloaded. Units: milliseconds. */
const drawsWithinMs = 3_000;
/**
 * A download interrupted when the page was suspended either completes within this time after it is restored, or never.
 * Units: milliseconds.
 */
const arrivesWithinMs = 5_000;

function Drawn({ onDrawn }: { onDrawn: () => void }) {
  useEffect(onDrawn, [onDrawn]);
  return null;
}

/** Renders into a detached root and reports when React has committed. */
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

/** Without network and without a service worker, a reload would show the browser's error page. */
const canLoadAgain = (): boolean => navigator.onLine || Boolean(navigator.serviceWorker?.controller);

/**
 * Reloads a page that does not continue after it is restored from the back/forward cache. If a page is suspended in
 * between, WebKit drops the message with which React schedules its next task, and never settles an import that was in
 * progress. `page` is the window.
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
