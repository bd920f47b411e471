// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openCamera } from '#ui/scanner/camera-session.ts';

/** A track of a camera that can focus as described. */
class FakeTrack extends EventTarget {
  readonly applied: MediaTrackConstraints[] = [];
  readonly deviceId: string;
  readonly capabilities: object;
  constructor(deviceId: string) {
    super();
    this.deviceId = deviceId;
    this.capabilities = lenses[deviceId] ?? {};
  }
  getSettings = () => ({ deviceId: this.deviceId });
  getCapabilities = () => this.capabilities;
  applyConstraints = async (constraints: MediaTrackConstraints) => void this.applied.push(constraints);
  stop = () => undefined;
}

class FakeStream {
  readonly track: FakeTrack;
  constructor(track: FakeTrack) {
    this.track = track;
  }
  getTracks = () => [this.track];
  getVideoTracks = () => [this.track];
}

/** The camera that Chromium opens first cannot focus at the distance of a label; the other one can. */
const lenses: Record<string, object> = {
  tele: { facingMode: ['environment'], focusMode: ['manual'] },
  main: { facingMode: ['environment'], focusMode: ['manual', 'continuous'], focusDistance: { min: 0.05, max: 1 } },
};

const opened = vi.hoisted((): { ids: unknown[]; track: FakeTrack | undefined } => ({ ids: [], track: undefined }));

const idOf = (video: MediaTrackConstraints): string =>
  video.deviceId === undefined ? 'tele' : String((video.deviceId as ConstrainDOMStringParameters).exact);

vi.mock('html5-qrcode/esm/camera/factories', () => ({
  CameraFactory: {
    failIfNotSupported: async () => ({
      create: async (wishes: MediaTrackConstraints) => ({
        render: async (host: HTMLElement) => {
          opened.ids.push(wishes.deviceId);
          opened.track = new FakeTrack(idOf(wishes));
          const video = document.createElement('video');
          const facts = {
            srcObject: new FakeStream(opened.track),
            readyState: 4,
            HAVE_CURRENT_DATA: 2,
            videoWidth: 640,
            videoHeight: 480,
          };
          for (const [name, value] of Object.entries({ ...facts, paused: true })) {
            Object.defineProperty(video, name, { value });
          }
          host.append(video);
          return {
            getSurface: () => video,
            getCapabilities: () => ({ torchFeature: () => undefined, zoomFeature: () => undefined }),
            close: async () => undefined,
          };
        },
      }),
    }),
  },
}));

const closing = new AbortController();
const onStill = vi.fn();
const open = () =>
  openCamera({
    host: document.body,
    wanted: undefined,
    signal: closing.signal,
    onFrame: vi.fn(),
    onInterrupted: vi.fn(),
    onNoAnswer: vi.fn(),
    onStill,
  });

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('MediaStream', FakeStream);
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: {
      getUserMedia: async ({ video }: { video: MediaTrackConstraints }) => new FakeStream(new FakeTrack(idOf(video))),
      enumerateDevices: async () =>
        ['tele', 'main'].map((deviceId) => ({ kind: 'videoinput', deviceId, label: `${deviceId}, facing back` })),
    },
  });
});
afterEach(() => {
  closing.abort();
  vi.unstubAllGlobals();
});

it('a session opens the lens that can focus on labels, focuses continuously, and reports a frozen picture', async () => {
  const session = await open();
  expect(session?.deviceId).toBe('main');
  expect(opened.ids).toEqual([{ exact: 'main' }]);
  expect(opened.track?.applied).toEqual([{ advanced: [{ focusMode: 'continuous' }] }]);

  opened.track?.dispatchEvent(new Event('mute'));
  expect(onStill).toHaveBeenLastCalledWith(true);
  opened.track?.dispatchEvent(new Event('unmute'));
  expect(onStill).toHaveBeenLastCalledWith(false);
});
