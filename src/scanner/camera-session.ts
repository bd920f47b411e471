import type { RenderedCamera } from 'html5-qrcode/esm/camera/core';
import { readCodes, readQr } from './detector.ts';
import { firstLens, listCameras } from './first-lens.ts';
import type { Read } from './formats.ts';
import { type CameraRef, readKeptCamera, startKept } from './kept-camera.ts';
import { focusModes } from './lens.ts';
import { readTrackControls, type TrackControls } from './track-controls.ts';

/** Pause between two decoded frames. Units: milliseconds. */
const frameRestMs = 50;

/**
 * Size of the decoded frames: large enough for a small DataMatrix, small enough to be fast on a phone. Units: pixels.
 */
const decodeAreaPx = 700_000;

/** A camera that was allowed but shows no picture within this time is reported as failed. Units: milliseconds. */
const maxFirstPictureMs = 8_000;

/** If the camera has not answered within this time, help is shown. Units: milliseconds. */
const maxAnswerMs = 10_000;

/** How long a new session waits for an abandoned one, which may never settle. Units: milliseconds. */
const maxReleaseMs = 2_000;

/** How long the focus from a tap is held before autofocus resumes. Units: milliseconds. */
const tapFocusMs = 3_000;

export interface CameraOptions {
  /** An empty element that clips the picture. */
  host: HTMLElement;
  /** The camera that the user chose; undefined selects the back camera that reads labels best. */
  wanted: CameraRef | undefined;
  /** Closes the camera, even while it is still opening. */
  signal: AbortSignal;
  /** Called after each decoded frame with the label that it shows. */
  onFrame: (read: Read | undefined) => void;
  /** Called when the picture has ended or was rotated: start a new session. */
  onInterrupted: () => void;
  /** Called if the camera has not answered yet; it may still do so. */
  onNoAnswer: () => void;
  /** Called when the picture freezes because another app uses the camera, and when it moves again. */
  onStill: (isStill: boolean) => void;
}

export interface CameraSession {
  deviceId: string | undefined;
  /** All cameras of the tablet. */
  cameras: readonly CameraRef[];
  controls: TrackControls;
  setTorch: (on: boolean) => Promise<void>;
  setZoom: (value: number) => Promise<void>;
  focus: () => Promise<void>;
  setPaused: (paused: boolean) => void;
  /** Resolves once the camera is released. */
  closed: Promise<void>;
}

let previousClosed: Promise<unknown> = Promise.resolve();

/**
 * Opens the camera and reads codes until the signal aborts; resolves to undefined if it aborts first. Sessions run one
 * after the other, because a tablet's camera can be open only once. Throws: the error that kept the camera from
 * opening; `toCameraErrorKind` classifies it.
 */
export function openCamera(options: CameraOptions): Promise<CameraSession | undefined> {
  const opened = previousClosed.then(() => open(options));
  const closed = opened.then(
    (session) => session?.closed,
    () => undefined,
  );
  previousClosed = Promise.race([closed, abandoned(options.signal)]);
  return opened;
}

/** Resolves some time after the signal aborts. */
function abandoned(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wait = () => void setTimeout(resolve, maxReleaseMs);
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true });
  });
}

async function open(options: CameraOptions): Promise<CameraSession | undefined> {
  const { host, signal, onInterrupted } = options;
  if (signal.aborted) return undefined;
  const { CameraFactory } = await import('html5-qrcode/esm/camera/factories');
  if (signal.aborted) return undefined;
  window.addEventListener('unhandledrejection', quietInterruptedPlay);

  const noAnswer = setTimeout(options.onNoAnswer, maxAnswerMs);
  signal.addEventListener('abort', () => clearTimeout(noAnswer), { once: true });
  let camera: RenderedCamera;
  try {
    const factory = await CameraFactory.failIfNotSupported();
    const chosen = options.wanted ?? readKeptCamera() ?? (await firstLens());
    camera = await startKept(
      chosen,
      async (id) => (await factory.create(wishesFor(id))).render(host, {}, { onRenderSurfaceReady: () => undefined }),
      listCameras,
    );
  } finally {
    clearTimeout(noAnswer);
  }
  if (signal.aborted) {
    await camera.close();
    return undefined;
  }
  const closed = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => void camera.close().then(resolve), { once: true });
  });
  try {
    const video = camera.getSurface();
    const stream = video.srcObject;
    const track = stream instanceof MediaStream ? stream.getVideoTracks()[0] : undefined;
    if (!track) throw new Error('The camera sends no picture.');
    Object.assign(video.style, { width: '100%', height: '100%', objectFit: 'cover' });
    await firstPicture(video, signal);
    const cameras = await listCameras();
    await focusContinuously(track);
    if (signal.aborted) return undefined;
    const { videoWidth, videoHeight } = video;
    video.addEventListener('resize', () => {
      if (video.videoWidth !== videoWidth || video.videoHeight !== videoHeight) onInterrupted();
    });
    track.addEventListener('ended', onInterrupted);
    track.addEventListener('mute', () => options.onStill(true));
    track.addEventListener('unmute', () => options.onStill(false));
    void readFrames(video, options);
    return { ...describe(camera, track), cameras, closed, setPaused: (paused) => hold(video, paused) };
  } catch (error) {
    await camera.close();
    throw error;
  }
}

/**
 * Chromium treats a bare id as a preference and may open another camera; next to `facingMode` the id would be one of
 * two preferences.
 */
function wishesFor(deviceId: string | undefined): MediaTrackConstraints {
  const facing: MediaTrackConstraints =
    deviceId === undefined ? { facingMode: 'environment' } : { deviceId: { exact: deviceId } };
  return { ...facing, width: { ideal: 1_280 }, height: { ideal: 720 } };
}

async function firstPicture(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('No picture came.')), maxFirstPictureMs);
    const settle = () => {
      clearTimeout(limit);
      resolve();
    };
    signal.addEventListener('abort', settle, { once: true });
    if (video.readyState >= video.HAVE_CURRENT_DATA || signal.aborted) settle();
    else video.addEventListener('playing', settle, { once: true });
  });
}

/** Reads frames while the video plays, until the camera is closed. */
async function readFrames(video: HTMLVideoElement, { signal, onFrame }: CameraOptions): Promise<void> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const scale = Math.min(1, Math.sqrt(decodeAreaPx / (video.videoWidth * video.videoHeight)));
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  while (!signal.aborted) {
    if (!video.paused) {
      context?.drawImage(video, 0, 0, canvas.width, canvas.height);
      const read = await readFrame(canvas);
      if (!video.paused && !signal.aborted) onFrame(read);
    }
    await new Promise((resolve) => setTimeout(resolve, frameRestMs));
  }
}

/** Reads the largest code in a frame; if the label reader cannot be loaded, only QR codes. */
export async function readFrame(frame: HTMLCanvasElement): Promise<Read | undefined> {
  try {
    return (await readCodes(frame))[0];
  } catch {
    const text = await readQr(frame).catch(() => undefined);
    return text === undefined ? undefined : { text, format: 'qr_code' };
  }
}

function describe(camera: RenderedCamera, track: MediaStreamTrack) {
  const features = camera.getCapabilities();
  const settings = track.getSettings();
  return {
    deviceId: settings.deviceId,
    controls: readTrackControls(capabilitiesOf(track), settings),
    setTorch: (on: boolean) => features.torchFeature().apply(on),
    setZoom: (value: number) => features.zoomFeature().apply(value),
    focus: async () => {
      await applyFocus(track, 'single-shot');
      setTimeout(() => void focusContinuously(track), tapFocusMs);
    },
  };
}

/** Focus modes are missing from TypeScript's DOM types. */
async function applyFocus(track: MediaStreamTrack, focusMode: 'continuous' | 'single-shot'): Promise<void> {
  const advanced: (MediaTrackConstraintSet & { focusMode: string })[] = [{ focusMode }];
  await track.applyConstraints({ advanced });
}

/** Turns on autofocus if the camera has it; a camera that has been closed meanwhile is ignored. */
async function focusContinuously(track: MediaStreamTrack): Promise<void> {
  if (!focusModes(capabilitiesOf(track))?.includes('continuous')) return;
  try {
    await applyFocus(track, 'continuous');
  } catch {
    // Reading continues with the current focus.
  }
}

/** Firefox before 132 has no `getCapabilities`. */
const capabilitiesOf = (track: MediaStreamTrack): MediaTrackCapabilities => track.getCapabilities?.() ?? {};

/** html5-qrcode does not handle the promise from play(), which rejects harmlessly if the user leaves early. */
function quietInterruptedPlay(event: PromiseRejectionEvent): void {
  const { reason }: { reason: unknown } = event;
  const isInterruptedPlay =
    reason instanceof DOMException && reason.name === 'AbortError' && reason.message.includes('play()');
  if (isInterruptedPlay) event.preventDefault();
}

/** Pauses or resumes the picture; a paused picture is not read. */
function hold(video: HTMLVideoElement, isHeld: boolean): void {
  if (isHeld) video.pause();
  else void video.play().catch(() => undefined);
}
