import type { CameraRef } from './kept-camera.ts';

/** How close a label is held to the camera. Units: metres. */
const labelDistance = 0.15;

/** A camera and what its track reports as `getCapabilities`, whose shape differs from browser to browser. */
export interface Lens {
  camera: CameraRef;
  capabilities: object;
}

/** Names of back cameras in the languages of the browsers that translate them. */
const backLabel = /back|rear|environment|rück|arrière|traser|traseir|posterior/i;

/** Returns whether a camera looks away from the person, as far as its name tells. */
function isBackCamera({ label }: CameraRef): boolean {
  return backLabel.test(label);
}

/** Returns the focus modes that a track offers; undefined where the browser does not tell. */
export function focusModes(capabilities: object): readonly string[] | undefined {
  const modes: unknown = Reflect.get(capabilities, 'focusMode');
  return Array.isArray(modes) ? modes.map(String) : undefined;
}

function nearest(capabilities: object): number {
  const range: unknown = Reflect.get(capabilities, 'focusDistance');
  const min: unknown = typeof range === 'object' && range !== null ? Reflect.get(range, 'min') : undefined;
  return typeof min === 'number' ? min : labelDistance;
}

/** Whether it keeps focusing by itself: 0 no, 1 unknown, 2 yes. */
function selfFocus(capabilities: object): number {
  const modes = focusModes(capabilities);
  return modes === undefined ? 1 : modes.includes('continuous') ? 2 : 0;
}

/** Returns whether nothing speaks against reading labels with this lens. */
function readsLabels({ capabilities }: Lens): boolean {
  return selfFocus(capabilities) > 0 && nearest(capabilities) <= labelDistance;
}

function isBetter(a: Lens, b: Lens): boolean {
  const byFocus = selfFocus(a.capabilities) - selfFocus(b.capabilities);
  return byFocus > 0 || (byFocus === 0 && nearest(a.capabilities) < nearest(b.capabilities));
}

/**
 * Returns the back camera to read labels with: the browser's own choice unless it cannot focus by itself at label
 * distance; then the first other one that can, else the best of all. `tryLens` opens a camera to read its capabilities.
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
