import { focusModes } from './lens.ts';

/** The adjustable features of the running camera. */
export interface TrackControls {
  hasTorch: boolean;
  /** A tap on the picture sets the focus. */
  canFocus: boolean;
  zoom: { min: number; max: number; step: number; value: number } | undefined;
}

/** Reads torch, focus and zoom from a track's capabilities, whose shape differs between browsers. */
export function readTrackControls(capabilities: object, settings: object): TrackControls {
  const torch = property(capabilities, 'torch');
  return {
    hasTorch: torch === true || (Array.isArray(torch) && torch.includes(true)),
    canFocus: focusModes(capabilities)?.includes('single-shot') ?? false,
    zoom: readZoom(property(capabilities, 'zoom'), property(settings, 'zoom')),
  };
}

function readZoom(range: unknown, current: unknown): TrackControls['zoom'] {
  if (typeof range !== 'object' || range === null) return undefined;
  const min = property(range, 'min');
  const max = property(range, 'max');
  const step = property(range, 'step');
  if (typeof min !== 'number' || typeof max !== 'number' || max <= min) return undefined;
  return {
    min,
    max,
    step: typeof step === 'number' && step > 0 ? step : (max - min) / 20,
    value: typeof current === 'number' ? current : min,
  };
}

function property(from: object, name: string): unknown {
  return Reflect.get(from, name);
}
