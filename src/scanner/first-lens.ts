import { type CameraRef, keepCamera } from './kept-camera.ts';
import { findLens } from './lens.ts';

/**
 * Opens the back camera once to check whether its lens suits labels, otherwise tries the others, and remembers the one
 * that does. Returns undefined if the browser does not tell cameras apart.
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

/** Opens a camera and closes it again, because only an open camera reports its capabilities. */
async function lookThrough(video: MediaTrackConstraints) {
  const stream = await navigator.mediaDevices.getUserMedia({ video, audio: false });
  const [track] = stream.getVideoTracks();
  try {
    return { deviceId: track?.getSettings().deviceId, capabilities: track?.getCapabilities?.() ?? {} };
  } finally {
    for (const each of stream.getTracks()) each.stop();
  }
}

/** Lists this tablet's cameras; their names are empty until the user allows the camera. */
export async function listCameras(): Promise<CameraRef[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId, label }) => ({ id: deviceId, label }));
}
