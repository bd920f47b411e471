import type { CameraRef } from './kept-camera.ts';

/** Typical distance between a label and the camera. Units: metres. */
const labelDistance = 0.15;

/** A camera and its track's `getCapabilities`, whose shape differs between browsers. */
export interface Lens {
  camera: CameraRef;
  capabilities: object;
}

/** Names of back cameras in the languages into which browsers translate them. */
const backLabel = /back|rear|environment|rück|arrière|traser|traseir|posterior/i;

/** Returns whether a camera faces away from the user, judging by its name. */
function isBackCamera({ label }: CameraRef): boolean {
  return backLabel.test(label);
}

/** Returns a track's focus modes; undefined if the browser does not report them. */
export function focusModes(capabilities: object): readonly string[] | undefined {
  const modes: unknown = Reflect.get(capabilities, 'focusMode');
  return Array.isArray(modes) ? modes.map(String) : undefined;
}

function nearest(capabilities: object): number {
  const range: unknown = Reflect.get(capabilities, 'focusDistance');
  const min: unknown = typeof range === 'object' && range !== null ? Reflect.get(range, 'min') : undefined;
  return typeof min === 'number' ? min : labelDistance;
}

/** Ranks autofocus: 0 none, 1 unknown, 2 continuous. */
function selfFocus(capabilities: object): number {
  const modes = focusModes(capabilities);
  return modes === undefined ? 1 : modes.includes('continuous') ? 2 : 0;
}

/** Returns whether this lens may be able to read labels. */
function readsLabels({ capabilities }: Lens): boolean {
  return selfFocus(capabilities) > 0 && nearest(capabilities) <= labelDistance;
}

function isBetter(a: Lens, b: Lens): boolean {
  const byFocus = selfFocus(a.capabilities) - selfFocus(b.capabilities);
  return byFocus > 0 || (byFocus === 0 && nearest(a.capabilities) < nearest(b.capabilities));
}

/**
 * Returns the back camera for reading labels: the browser's choice unless it cannot autofocus at label distance; then
 * the first other one that can, else the best of all. `tryLens` opens a camera to read its capabilities.
 */
export async function findLens(
  first: Lens,
  cameras: readonly CameraRef[],
  tryLens: (camera: CameraRef) => Promise<object | undefined>,
): Promise<CameraRef> {
  let best = first;
  if (readsLabels(first)) return first.camera;
  for (const camera of cameras) {
    if (camera.id === first.camera.id || !isBackCamera(camera)) continue;
    const capabilities = await tryLens(camera);
    if (!capabilities) continue;
    const lens = { camera, capabilities };
    if (isBetter(lens, best)) best = lens;
    if (readsLabels(best)) break;
  }
  return best.camera;
}
