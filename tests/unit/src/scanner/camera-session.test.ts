// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openCamera } from '#ui/scanner/camera-session.ts';
import { keepCamera } from '#ui/scanner/kept-camera.ts';

const getUserMedia = vi.fn<(constraints: MediaStreamConstraints) => Promise<MediaStream>>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia, enumerateDevices: async () => [] },
  });
});
afterEach(() => vi.useRealTimers());

it('a camera that never responds shows help, and does not block the next dialog', async () => {
  keepCamera({ id: 'id-1', label: 'back' });
  const host = document.body.appendChild(document.createElement('div'));
  const onNoAnswer = vi.fn();
  const closing = new AbortController();
  const others = { host, wanted: undefined, onFrame: vi.fn(), onInterrupted: vi.fn(), onStill: vi.fn(), onNoAnswer };

  getUserMedia.mockReturnValueOnce(new Promise(() => undefined));
  void openCamera({ ...others, signal: closing.signal });
  await vi.waitFor(() => expect(getUserMedia).toHaveBeenCalledOnce(), { timeout: 20_000 });
  vi.advanceTimersByTime(10_000);
  expect(onNoAnswer).toHaveBeenCalledOnce();

  closing.abort();
  getUserMedia.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  const next = openCamera({ ...others, signal: new AbortController().signal });
  vi.advanceTimersByTime(2_000);
  await expect(next).rejects.toMatchObject({ name: 'NotAllowedError' });
});
