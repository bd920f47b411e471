// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFocus } from '#ui/ui/kept-focus.ts';

let stop: () => void;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => {
  stop();
  Reflect.deleteProperty(HTMLElement.prototype, 'checkVisibility');
  cleanup();
});

const button = (name: string) => screen.getByRole('button', { name });

/** Draws a list of photos on a screen with a toast. */
function page({ photos, toast = false, canGo = true }: { photos: string[]; toast?: boolean; canGo?: boolean }) {
  return (
    <>
      <main>
        <h1>Photos</h1>
        <p>
          <button>Take a photo</button>
        </p>
        <form>
          <ul>
            {photos.map((name) => (
              <li key={name}>
                <button>Remove {name}</button>
              </li>
            ))}
          </ul>
          <input aria-label="Note" />
        </form>
        <nav>
          <button>Previous</button>
          <button disabled={!canGo}>Next</button>
        </nav>
      </main>
      <div id="toasts">{toast && <button>Dismiss</button>}</div>
    </>
  );
}

const focusIs = (name: string) => expect.poll(() => document.activeElement?.textContent).toBe(name);

test('after a removal the focus is on the next control, then on the last, then on the heading', async () => {
  const { rerender } = render(page({ photos: ['A', 'B', 'C'] }));
  button('Remove B').focus();
  rerender(page({ photos: ['A', 'C'] }));
  await focusIs('Remove C');
  rerender(page({ photos: ['A'] }));
  await focusIs('Remove A');
  rerender(page({ photos: [] }));
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Note');
  button('Take a photo').focus();
  act(() => button('Take a photo').closest('p')?.remove());
  await focusIs('Photos');
});

test('a disabled control passes the focus to its neighbour', async () => {
  const { rerender } = render(page({ photos: [] }));
  button('Next').focus();
  rerender(page({ photos: [], canGo: false }));
  await focusIs('Previous');
});

test('after a toast the focus returns to where it was before', async () => {
  const { rerender } = render(page({ photos: ['A', 'B'], toast: true }));
  button('Remove A').focus();
  button('Dismiss').focus();
  rerender(page({ photos: ['A', 'B'] }));
  await focusIs('Remove A');
  rerender(page({ photos: ['A', 'B'], toast: true }));
  button('Dismiss').focus();
  rerender(page({ photos: ['B'], toast: true }));
  rerender(page({ photos: ['B'] }));
  await focusIs('Remove B');
});

test('a control hidden with its screen passes the focus to the heading of the next one', async () => {
  // Stands in for the browser's check, which happy-dom does not have.
  const seen = vi.fn(function (this: Element) {
    return this.closest('[style*=none]') === null;
  });
  Object.defineProperty(HTMLElement.prototype, 'checkVisibility', { value: seen, configurable: true });
  const { container } = render(page({ photos: ['A'] }));
  button('Remove A').focus();
  for (const part of container.querySelectorAll<HTMLElement>('main > *')) part.style.display = 'none';
  // The next screen is still loading.
  await expect.poll(() => document.activeElement?.tagName).toBe('MAIN');
  container.querySelector('main')?.append(Object.assign(document.createElement('h1'), { textContent: 'Locked' }));
  await focusIs('Locked');
});

test('a focus that a user clears stays cleared', async () => {
  const { rerender } = render(page({ photos: ['A', 'B'] }));
  button('Remove A').focus();
  button('Remove A').blur();
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  rerender(page({ photos: ['B'] }));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  expect(document.activeElement).toBe(document.body);
});
