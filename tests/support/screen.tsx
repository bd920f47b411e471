import './async-limit.ts';
import { render } from '@testing-library/react';
import { type ReactElement, Suspense } from 'react';
import { MemoryRouter, type InitialEntry } from 'react-router-dom';
import { EngineProvider } from '#ui/engine/engine-provider.tsx';
import { ToastProvider } from '#ui/ui/toast.tsx';
import { createFakeEngine, type FakeEngine, type FakeWorld } from './fake-engine.ts';

/** Renders a part of the app at an address, with a fake engine. */
export function drawScreen(
  part: ReactElement,
  {
    at = '/',
    engine = createFakeEngine(),
    world,
  }: { at?: InitialEntry; engine?: FakeEngine; world?: Partial<FakeWorld> } = {},
) {
  if (world) engine.change(world);
  const drawn = render(
    <MemoryRouter initialEntries={[at]}>
      <EngineProvider engine={engine}>
        <ToastProvider>
          <Suspense>{part}</Suspense>
        </ToastProvider>
      </EngineProvider>
    </MemoryRouter>,
  );
  return { ...drawn, engine };
}
