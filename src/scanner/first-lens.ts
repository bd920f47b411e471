import { type CameraRef, keepCamera } from './kept-camera.ts';
import { findLens } from './lens.ts';

/**
 * Opens the back camera once to see whether its lens suits labels, else looks among the others, and remembers the one
 * that does. Returns undefined where the browser does not tell its cameras apart.
 */
export async function firstLens(): Promise<CameraRef | undefined> {
  const first = await lookThrough({ facingMode: 'environment' });
  const cameras = await listCameras();
  const camera = cameras.find(({ id }) => id !== '' && id === first.deviceId);
  if (!camera) return undefined;
  const lens = await findLens({ camera, capabilities: first.capabilities }, cameras, async ({ id }) => {
    const other = await lookThrough({ deviceId: { exact: id } }).catch(() => undefined);
    return other?.capabilities;
  });
  keepCamera(lens);
  return lens;
}

/** Opens a camera and closes it again: only an open one tells what it can do. */
async function lookThrough(video: MediaTrackConstraints) {
  const stream = await navigator.mediaDevices.getUserMedia({ video, audio: false });
  const [track] = stream.getVideoTracks();
  try {
    return { deviceId: track?.getSettings().deviceId, capabilities: track?.getCapabilities?.() ?? {} };
  } finally {
    for (const each of stream.getTracks()) each.stop();
  }
}

/** Returns the cameras of this tablet; their names are empty until the camera is allowed. */
export async function listCameras(): Promise<CameraRef[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId, label }) => ({ id: deviceId, label }));
}
