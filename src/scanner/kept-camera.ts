import { toCameraErrorKind } from './camera-error.ts';

/** A camera of this tablet, as the browser names it. */
export interface CameraRef {
  readonly id: string;
  /** Empty until the user allows the camera. */
  readonly label: string;
}

const storageKey = 'scan-camera';

/** Returns the camera chosen on this tablet by the user or by `findLens`; undefined if there is none. */
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

/** Remembers a camera for the next scan. */
export function keepCamera({ id, label }: CameraRef): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ id, label }));
  } catch {
    // In a browser that stores nothing, the camera is used until the dialog is closed.
  }
}

/**
 * Starts the chosen camera. If it is missing or does not start, tries one with the same label, because browsers assign
 * new ids, and then the default camera (`start` without an id). Throws: the error of the last attempt, or of the first
 * if the camera is not allowed.
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
