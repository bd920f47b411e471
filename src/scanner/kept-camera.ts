import { toCameraErrorKind } from './camera-error.ts';

/** A camera of this tablet, as the browser names it. */
export interface CameraRef {
  readonly id: string;
  /** Empty until the camera is allowed. */
  readonly label: string;
}

const storageKey = 'scan-camera';

/** Returns the camera that a person or `findLens` chose on this tablet, or undefined if none was chosen. */
export function readKeptCamera(): CameraRef | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('id' in kept) || !('label' in kept)) return undefined;
    return typeof kept.id === 'string' && typeof kept.label === 'string'
      ? { id: kept.id, label: kept.label }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers the chosen camera for the next scan. */
export function keepCamera({ id, label }: CameraRef): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ id, label }));
  } catch {
    // A browser that keeps nothing still uses the camera until the dialog is closed.
  }
}

/**
 * Starts the chosen camera. Where it is gone or does not start, starts another one with the same label, since browsers
 * give cameras new ids, else the default one (`start` without an id).
 * Throws: the error of the last start, or of the first where the camera is not allowed.
 */
export async function startKept<Camera>(
  kept: CameraRef | undefined,
  start: (id: string | undefined) => Promise<Camera>,
  listCameras: () => Promise<readonly CameraRef[]>,
): Promise<Camera> {
  if (!kept) return start(undefined);
  try {
    return await start(kept.id);
  } catch (error) {
    if (toCameraErrorKind(error, true) === 'refused') throw error;
  }
  const cameras = kept.label === '' ? [] : await listCameras();
  return start(cameras.find(({ id, label }) => label === kept.label && id !== kept.id)?.id);
}
