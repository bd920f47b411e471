import { useCallback, useEffect, useRef, useState } from 'react';
import { deviceLink } from '#contract/rules/qr-link.ts';
import { type Label, type LabelDevice, runLabels } from './label-run.ts';

/** Source: document 2, section 9. Units: ms. */
const generateDelayMs = 300;

/** The labels made so far and how the making stands. */
export interface LabelsState {
  phase: 'none' | 'running' | 'stopped' | 'done';
  total: number;
  labels: readonly Label[];
}

const none: LabelsState = { phase: 'none', total: 0, labels: [] };

function pauseMs(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Makes labels for devices of a hospital, in parts that leave the screen alive; a new start ends the one before. */
export function useLabels(hospitalId: string | undefined) {
  const [state, setState] = useState(none);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const generate = useCallback(
    async (devices: readonly LabelDevice[]) => {
      running.current?.abort();
      const mine = new AbortController();
      running.current = mine;
      setState({ phase: 'running', total: devices.length, labels: [] });
      const [draw] = await Promise.all([loadDrawing(hospitalId), pauseMs(generateDelayMs)]);
      const isFinished = await runLabels(devices, {
        draw,
        onPart: (part) => setState((now) => ({ ...now, labels: [...now.labels, ...part] })),
        pause: () => pauseMs(0),
        clock: () => performance.now(),
        signal: mine.signal,
      });
      if (isFinished) setState((now) => ({ ...now, phase: 'done' }));
    },
    [hospitalId],
  );
  const cancel = useCallback(() => {
    running.current?.abort();
    setState((now) => (now.labels.length === 0 ? none : { ...now, phase: 'stopped' }));
  }, []);
  return { ...state, generate, cancel };
}

/** Where the drawing cannot be loaded, each label says so. */
async function loadDrawing(hospitalId: string | undefined) {
  try {
    const { drawQr } = await import('./draw-qr.ts');
    return ({ serialNumber }: LabelDevice) => drawQr(deviceLink(location.origin, serialNumber, hospitalId));
  } catch (error) {
    return (): never => {
      throw error;
    };
  }
}
