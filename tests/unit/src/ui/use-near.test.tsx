// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNear } from '#ui/ui/use-near.ts';

/** Reports intersections to each observed element, as the browser would. */
const watched = new Map<Element, (isIntersecting: boolean) => void>();

class Watch {
  readonly #seen: IntersectionObserverCallback;
  constructor(seen: IntersectionObserverCallback) {
    this.#seen = seen;
  }
  observe(target: Element) {
    watched.set(target, (isIntersecting) =>
      this.#seen([{ isIntersecting, target } as IntersectionObserverEntry], this as unknown as IntersectionObserver),
    );
  }
  unobserve(target: Element) {
    watched.delete(target);
  }
}

beforeEach(() => void vi.stubGlobal('IntersectionObserver', Watch));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Part({ name, stays = false }: { name: string; stays?: boolean }) {
  const part = useRef<HTMLParagraphElement>(null);
  const isNear = useNear(part, { stays });
  return (
    <p ref={part}>
      {name} is {isNear ? 'near' : 'far'}
    </p>
  );
}

it('reports each part as near or far from the screen as it changes, until it unmounts', () => {
  const { unmount } = render(
    <>
      <Part name="one" />
      <Part name="two" />
    </>,
  );
  const [one] = watched.keys();
  const tell = (isNear: boolean) => act(() => watched.get(one!)?.(isNear));
  expect(screen.getByText('one is far')).toBeDefined();
  tell(true);
  expect(screen.getByText('one is near')).toBeDefined();
  expect(screen.getByText('two is far')).toBeDefined();
  tell(false);
  expect(screen.getByText('one is far')).toBeDefined();
  unmount();
  expect(watched.size).toBe(0);
});

it('keeps a part near once it was, and stops observing it', () => {
  render(<Part name="chart" stays />);
  const [chart] = watched.keys();
  act(() => watched.get(chart!)?.(false));
  expect(screen.getByText('chart is far')).toBeDefined();
  act(() => watched.get(chart!)?.(true));
  expect(screen.getByText('chart is near')).toBeDefined();
  expect(watched.size).toBe(0);
});

it('makes all parts near before the page is laid out for print, and only while printing', () => {
  render(
    <>
      <Part name="row" />
      <Part name="chart" stays />
    </>,
  );
  // Without `act`: the browser does not wait for a later render.
  dispatchEvent(new Event('beforeprint'));
  expect([screen.getByText('row is near'), screen.getByText('chart is near')]).toHaveLength(2);
  dispatchEvent(new Event('afterprint'));
  expect([screen.getByText('row is far'), screen.getByText('chart is near')]).toHaveLength(2);
});
