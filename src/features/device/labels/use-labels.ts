import { useCallback, useEffect, useRef, useState } from 'react';
import { deviceLink } from '#contract/rules/qr-link.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { type Label, type LabelDevice, runLabels } from './label-run.ts';
import { loadLabelTokens } from './label-tokens.ts';
import { openQrDrawer } from './qr-drawer.ts';

/** Source: docs/product.md P30. Units: ms. */
const generateDelayMs = 300;

/** The labels made so far, and their progress. */
export interface LabelsState {
  phase: 'none' | 'running' | 'stopped' | 'done';
  total: number;
  labels: readonly Label[];
  /** How many of the labels have no token, because the server did not answer. */
  withoutToken: number;
}

const none: LabelsState = { phase: 'none', total: 0, labels: [], withoutToken: 0 };

function pauseMs(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/**
 * Makes labels for devices of a hospital, in batches that keep the screen responsive; starting again cancels the
 * previous run.
 */
export function useLabels(hospitalId: string | undefined) {
  const engine = useEngine();
  const [state, setState] = useState(none);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const generate = useCallback(
    async (devices: readonly LabelDevice[]) => {
      running.current?.abort();
      const mine = new AbortController();
      running.current = mine;
      setState({ ...none, phase: 'running', total: devices.length });
      const drawer = openQrDrawer();
      mine.signal.addEventListener('abort', () => drawer.close(), { once: true });
      const ids = [...new Set(devices.map(({ id }) => id))];
      const [tokens] = await Promise.all([loadLabelTokens(engine, ids, mine.signal), pauseMs(generateDelayMs)]);
      const isFinished = await runLabels(devices, {
        linkOf: (serialNumber, id) => deviceLink(location.origin, serialNumber, hospitalId, tokens.get(id)),
        draw: (texts) => drawer.draw(texts),
        onPart: (part) =>
          setState((now) => ({
            ...now,
            labels: [...now.labels, ...part],
            withoutToken: now.withoutToken + part.filter(({ id }) => !tokens.has(id)).length,
          })),
        signal: mine.signal,
      });
      drawer.close();
      if (isFinished) setState((now) => ({ ...now, phase: 'done' }));
    },
    [engine, hospitalId],
  );
  const cancel = useCallback(() => {
    running.current?.abort();
    setState((now) => (now.labels.length === 0 ? none : { ...now, phase: 'stopped' }));
  }, []);
  /** Removes the labels when another kind is chosen. */
  const clear = useCallback(() => {
    running.current?.abort();
    setState(none);
  }, []);
  return { ...state, generate, cancel, clear };
}
