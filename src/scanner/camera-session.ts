import type { Html5Qrcode } from 'html5-qrcode';

import { installDetector } from './detector.ts';
import { type Read, toScanFormat } from './formats.ts';
import { firstLens, listCameras } from './first-lens.ts';
import { type CameraRef, readKeptCamera, startKept } from './kept-camera.ts';
import { focusModes } from './lens.ts';
import { readTrackControls, type TrackControls } from './track-controls.ts';

/** html5-qrcode gives our detector only every second frame. Units: frames per second. */
const framesPerSecond = 30;

/** Picture size handed to the decoder: fine enough for small DataMatrix, quick enough for a phone. Units: pixels. */
const decodeAreaPx = 700_000;

/** A granted camera that shows no picture by then is reported as failed. Units: milliseconds. */
const maxFirstPictureMs = 8_000;

/** From then on a request that the camera has not answered gets help beside it. Units: milliseconds. */
const maxAnswerMs = 10_000;

/** How long a new session waits for an abandoned one, whose camera may never answer. Units: milliseconds. */
const maxReleaseMs = 2_000;

/** How long a focus set by a tap stays before the camera focuses by itself again. Units: milliseconds. */
const tapFocusMs = 3_000;

export interface CameraOptions {
  /** An empty, clipped box that the picture covers. */
  host: HTMLElement;
  /** The camera that a person chose; without one, the back camera that reads labels best. */
  wanted: CameraRef | undefined;
  /** Closes the camera, even while it is still opening. */
  signal: AbortSignal;
  onRead: (read: Read) => void;
  /** The picture has ended or was turned: a new session is due. */
  onInterrupted: () => void;
  /** The camera has not answered yet; it may still do so. */
  onNoAnswer: () => void;
  /** The picture stands still because something else uses the camera, or moves again. */
  onStill: (isStill: boolean) => void;
}

export interface CameraSession {
  deviceId: string | undefined;
  /** Every camera of the tablet. */
  cameras: readonly CameraRef[];
  controls: TrackControls;
  setTorch: (on: boolean) => Promise<void>;
  setZoom: (value: number) => Promise<void>;
  focus: () => Promise<void>;
  setPaused: (paused: boolean) => void;
  /** Settles once the camera is released. */
  closed: Promise<void>;
}

let previousClosed: Promise<unknown> = Promise.resolve();
let frameCount = 0;

/**
 * Opens the camera and reads codes until the signal aborts; resolves to undefined if it aborts before.
 * Sessions follow each other: a tablet's camera can be open only once.
 * Throws: html5-qrcode's error; `toCameraErrorKind` names it.
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
  const { host, wanted, signal, onInterrupted } = options;
  if (signal.aborted) return undefined;
  const [library] = await Promise.all([import('html5-qrcode'), installDetector().catch(() => undefined)]);
  if (signal.aborted) return undefined;
  window.addEventListener('unhandledrejection', quietInterruptedPlay);

  const frame = document.createElement('div');
  frameCount += 1;
  frame.id = `camera-frame-${frameCount}`;
  host.append(frame);
  const formats = library.Html5QrcodeSupportedFormats;
  const scanner = new library.Html5Qrcode(frame.id, {
    verbose: false,
    useBarCodeDetectorIfSupported: true,
    formatsToSupport: [formats.QR_CODE, formats.CODE_128, formats.CODE_39, formats.DATA_MATRIX],
  });
  const reading = { paused: false };
  try {
    const takeRead = (read: Read) => {
      if (!reading.paused && !signal.aborted) options.onRead(read);
    };
    const noAnswer = setTimeout(options.onNoAnswer, maxAnswerMs);
    signal.addEventListener('abort', () => clearTimeout(noAnswer), { once: true });
    try {
      const camera = wanted ?? readKeptCamera() ?? (await firstLens());
      await startKept(camera, (deviceId) => startScanner(scanner, deviceId, takeRead), listCameras);
    } finally {
      clearTimeout(noAnswer);
    }
    const video = frame.querySelector('video');
    const stream = video?.srcObject;
    if (!video || !(stream instanceof MediaStream)) throw new Error('html5-qrcode shows no video.');
    await firstPicture(video, frame, signal);
    const cameras = await listCameras();
    if (signal.aborted) {
      await release(scanner, frame);
      return undefined;
    }
    const keepCovering = new ResizeObserver(() => cover(host, frame, video));
    keepCovering.observe(host);
    const closed = new Promise<void>((resolve) => {
      signal.addEventListener(
        'abort',
        () => {
          keepCovering.disconnect();
          void release(scanner, frame).then(resolve);
        },
        { once: true },
      );
    });
    const { videoWidth, videoHeight } = video;
    video.addEventListener('resize', () => {
      if (video.videoWidth !== videoWidth || video.videoHeight !== videoHeight) onInterrupted();
    });
    for (const track of stream.getVideoTracks()) {
      track.addEventListener('ended', onInterrupted);
      track.addEventListener('mute', () => options.onStill(true));
      track.addEventListener('unmute', () => options.onStill(false));
    }
    await focusContinuously(scanner);
    return {
      ...describe(scanner, cameras),
      closed,
      setPaused: (paused) => setPaused(library, scanner, reading, paused),
    };
  } catch (error) {
    await release(scanner, frame);
    throw error;
  }
}

async function startScanner(
  scanner: Html5Qrcode,
  deviceId: string | undefined,
  onRead: (read: Read) => void,
): Promise<void> {
  // Chromium takes a bare id as a wish and opens the first camera; beside `facingMode` the id would be one wish of two.
  const facing: MediaTrackConstraints =
    deviceId === undefined ? { facingMode: 'environment' } : { deviceId: { exact: deviceId } };
  await scanner.start(
    { facingMode: 'environment' },
    {
      fps: framesPerSecond,
      disableFlip: true,
      videoConstraints: { ...facing, width: { ideal: 1_280 }, height: { ideal: 720 } },
    },
    (text, { result }) => {
      const format = toScanFormat(result.format?.formatName ?? '');
      // The fallback decoder drops the GS1 separators of 1-D codes, so it is trusted with QR only.
      const isTrusted = format === 'qr_code' || result.debugData?.decoderName === 'BarcodeDetector';
      if (format && isTrusted) onRead({ text, format });
    },
    undefined,
  );
}

/** Sizes the video before html5-qrcode copies its size for decoding, then waits for the first picture. */
async function firstPicture(video: HTMLVideoElement, frame: HTMLElement, signal: AbortSignal): Promise<void> {
  const size = () => {
    const scale = Math.min(1, Math.sqrt(decodeAreaPx / (video.videoWidth * video.videoHeight)));
    const width = `${Math.round(video.videoWidth * scale)}px`;
    frame.style.width = width;
    video.style.width = width;
  };
  if (video.videoWidth > 0) size();
  else video.addEventListener('loadedmetadata', size, { once: true });
  await new Promise<void>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('No picture came.')), maxFirstPictureMs);
    const settle = () => {
      clearTimeout(limit);
      resolve();
    };
    signal.addEventListener('abort', settle, { once: true });
    if (frame.querySelector('canvas') || signal.aborted) settle();
    else video.addEventListener('playing', settle, { once: true });
  });
  // html5-qrcode's own "paused" banner is not ours to show.
  for (const banner of frame.querySelectorAll(':scope > div')) banner.remove();
}

/** Scales by transform, which leaves the layout size, and so the size that is decoded, as it is. */
function cover(host: HTMLElement, frame: HTMLElement, video: HTMLVideoElement): void {
  const scale = Math.max(host.clientWidth / video.clientWidth, host.clientHeight / video.clientHeight);
  const left = (host.clientWidth - video.clientWidth * scale) / 2;
  const top = (host.clientHeight - video.clientHeight * scale) / 2;
  frame.style.transformOrigin = '0 0';
  frame.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
}

function describe(scanner: Html5Qrcode, cameras: readonly CameraRef[]): Omit<CameraSession, 'closed' | 'setPaused'> {
  const settings = scanner.getRunningTrackSettings();
  const features = scanner.getRunningTrackCameraCapabilities();
  return {
    deviceId: settings.deviceId,
    cameras,
    controls: readTrackControls(capabilitiesOf(scanner), settings),
    setTorch: (on) => features.torchFeature().apply(on),
    setZoom: (value) => features.zoomFeature().apply(value),
    focus: async () => {
      await applyFocus(scanner, 'single-shot');
      setTimeout(() => void focusContinuously(scanner), tapFocusMs);
    },
  };
}

/** The focus modes are not in TypeScript's types of the DOM. */
async function applyFocus(scanner: Html5Qrcode, focusMode: 'continuous' | 'single-shot'): Promise<void> {
  const advanced: (MediaTrackConstraintSet & { focusMode: string })[] = [{ focusMode }];
  await scanner.applyVideoConstraints({ advanced });
}

/** Lets the camera focus by itself where it offers that; a camera that is closed by now needs no focus. */
async function focusContinuously(scanner: Html5Qrcode): Promise<void> {
  if (!focusModes(capabilitiesOf(scanner))?.includes('continuous')) return;
  try {
    await applyFocus(scanner, 'continuous');
  } catch {
    // It reads with the focus that it has.
  }
}

/** html5-qrcode does not handle its play() promise, whose rejection when the user leaves early is no error. */
function quietInterruptedPlay(event: PromiseRejectionEvent): void {
  const { reason }: { reason: unknown } = event;
  const isInterruptedPlay =
    reason instanceof DOMException && reason.name === 'AbortError' && reason.message.includes('play()');
  if (isInterruptedPlay) event.preventDefault();
}

/** Firefox before 132 has no `getCapabilities`. */
function capabilitiesOf(scanner: Html5Qrcode): MediaTrackCapabilities {
  try {
    return scanner.getRunningTrackCapabilities();
  } catch {
    return {};
  }
}

function setPaused(
  { Html5QrcodeScannerState: State }: typeof import('html5-qrcode'),
  scanner: Html5Qrcode,
  reading: { paused: boolean },
  paused: boolean,
): void {
  reading.paused = paused;
  if (paused && scanner.getState() === State.SCANNING) scanner.pause(true);
  if (!paused && scanner.getState() === State.PAUSED) scanner.resume();
}

async function release(scanner: Html5Qrcode, frame: HTMLElement): Promise<void> {
  const stream = frame.querySelector('video')?.srcObject;
  if (stream instanceof MediaStream) for (const track of stream.getTracks()) track.stop();
  try {
    await scanner.stop();
  } catch {
    // It refuses to stop what never ran; the tracks are stopped above, and removing the frame removes the rest.
  }
  frame.remove();
}
