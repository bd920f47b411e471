// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen as page } from '@testing-library/react';
import { Suspense, type ComponentType } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { paths } from '#ui/paths.ts';
import { forgetFailedScreens, screen } from '#ui/route.ts';
import { ErrorBoundary } from '#ui/ui/error-boundary.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const Hospitals = () => <h1>Hospitals</h1>;

/** Renders a screen loaded this way; returns a function that counts how often its skeleton was drawn. */
async function draw({ Screen }: { Screen: ComponentType }): Promise<() => number> {
  const skeleton = vi.fn(() => <p>Skeleton</p>);
  const Skeleton = () => skeleton();
  const failed = (retry: () => void) => (
    <button
      type="button"
      onClick={() => {
        forgetFailedScreens();
        retry();
      }}
    >
      Try again
    </button>
  );
  await act(async () => {
    render(
      <ErrorBoundary fallback={failed}>
        <Suspense fallback={<Skeleton />}>
          <Screen />
        </Suspense>
      </ErrorBoundary>,
    );
  });
  return () => skeleton.mock.calls.length;
}

describe('the code of a screen', () => {
  it('renders without its skeleton if preloaded', async () => {
    const route = screen(paths.hospitals, 'Hospitals', 'open', async () => Hospitals);
    await route.prepare();
    const skeletons = await draw(route);
    expect(page.getByRole('heading', { name: 'Hospitals' })).toBeTruthy();
    expect(skeletons()).toBe(0);
  });

  it('is loaded once', async () => {
    const load = vi.fn(async () => Hospitals);
    const route = screen(paths.hospitals, 'Hospitals', 'open', load);
    await Promise.all([route.prepare(), route.prepare()]);
    await draw(route);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is loaded again by "Try again" if it failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const load = vi.fn<() => Promise<ComponentType>>();
    load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(Hospitals);
    await draw(screen(paths.hospitals, 'Hospitals', 'open', load));
    expect(load).toHaveBeenCalledTimes(1);
    await act(async () => void fireEvent.click(page.getByRole('button', { name: 'Try again' })));
    expect(page.getByRole('heading', { name: 'Hospitals' })).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
