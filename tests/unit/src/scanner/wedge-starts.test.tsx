// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scanByWedge } from '#tests/support/wedge-scan.ts';
import { useWedge } from '#ui/scanner/use-wedge.ts';

const taken: string[] = [];

/** Takes longer than React works without yielding, as on a busy tablet. */
const workForLong = () => {
  const startedAtMs = performance.now();
  while (performance.now() - startedAtMs < 20);
  return 'Ready';
};

function SlowScreen() {
  useWedge(({ readings }) => taken.push(...readings.map(({ text }) => text)));
  return <p>{workForLong()}</p>;
}

const place = document.createElement('div');
const root = createRoot(place);

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false));
afterEach(() => {
  root.unmount();
  vi.unstubAllGlobals();
});

it('A scanner is active as soon as its screen is rendered', async () => {
  const drawn = new Promise<void>((resolve) => {
    new MutationObserver(() => resolve()).observe(place, { childList: true });
  });
  root.render(<SlowScreen />);
  await drawn;
  scanByWedge('VENT-0002');
  expect(taken).toEqual(['VENT-0002']);
});
