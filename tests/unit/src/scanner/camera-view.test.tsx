// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CameraOptions, CameraSession } from '#ui/scanner/camera-session.ts';
import { CameraView } from '#ui/scanner/camera-view.tsx';

const camera = vi.hoisted(() => ({
  openCamera: vi.fn<(options: CameraOptions) => Promise<CameraSession | undefined>>(),
}));
vi.mock('#ui/scanner/camera-session.ts', () => camera);

const cameras = [
  { id: '1', label: 'front' },
  { id: '2', label: 'back' },
];

function createSession(hasTorch: boolean): CameraSession & { focus: ReturnType<typeof vi.fn> } {
  return {
    deviceId: '2',
    cameras,
    controls: { hasTorch, canFocus: true, zoom: undefined },
    setTorch: async () => undefined,
    setZoom: async () => undefined,
    setPaused: () => undefined,
    focus: vi.fn(async () => undefined),
    closed: Promise.resolve(),
  };
}

const label = { text: 'DEV-1', format: 'qr_code' } as const;
const words = () => screen.getByRole('status').textContent;
const optionsOf = (call: number): CameraOptions => camera.openCamera.mock.calls[call]![0];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  camera.openCamera.mockReset();
  window.isSecureContext = true;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('The camera view', () => {
  it('suggests after six seconds without a read what else to try, until a label is read', async () => {
    camera.openCamera.mockResolvedValue(createSession(true));
    render(<CameraView onRead={() => undefined} />);
    await act(async () => undefined);
    expect(words()).toBe('Hold the camera over a label.');
    act(() => void vi.advanceTimersByTime(6_000));
    expect(words()).toMatch(/^No label read yet\..*torch.*Switch the camera/);
    act(() => optionsOf(0).onFrame(label));
    expect(words()).toBe('Label read.');
  });

  it('counts a label in view once, even if the tablet is rotated or a question covers the view', async () => {
    camera.openCamera.mockResolvedValue(createSession(false));
    const onRead = vi.fn();
    const view = render(<CameraView onRead={onRead} />);
    await act(async () => undefined);
    act(() => optionsOf(0).onFrame(label));
    await act(async () => optionsOf(0).onInterrupted());
    act(() => optionsOf(1).onFrame(label));
    view.rerender(<CameraView onRead={onRead} paused />);
    view.rerender(<CameraView onRead={onRead} />);
    act(() => optionsOf(1).onFrame(label));
    expect(onRead).toHaveBeenCalledOnce();
  });

  it('reads the label in view again if the user chose to scan again', async () => {
    camera.openCamera.mockResolvedValue(createSession(false));
    const onRead = vi.fn();
    const view = render(<CameraView onRead={onRead} rereads />);
    await act(async () => undefined);
    act(() => optionsOf(0).onFrame(label));
    view.rerender(<CameraView onRead={onRead} rereads paused />);
    view.rerender(<CameraView onRead={onRead} rereads />);
    act(() => optionsOf(0).onFrame(label));
    expect(onRead).toHaveBeenCalledTimes(2);
  });

  it('offers no torch if the camera has none', async () => {
    camera.openCamera.mockResolvedValue(createSession(false));
    render(<CameraView onRead={() => undefined} />);
    await act(async () => undefined);
    act(() => void vi.advanceTimersByTime(6_000));
    expect(words()).not.toContain('torch');
  });

  it('focuses on a tap', async () => {
    const session = createSession(false);
    camera.openCamera.mockResolvedValue(session);
    render(<CameraView onRead={() => undefined} />);
    await act(async () => undefined);
    fireEvent.click(screen.getByRole('button', { name: 'Focus the camera' }));
    expect(session.focus).toHaveBeenCalledOnce();
  });

  it('says that the picture is frozen while a call uses the camera', async () => {
    camera.openCamera.mockResolvedValue(createSession(false));
    render(<CameraView onRead={() => undefined} />);
    await act(async () => undefined);
    act(() => optionsOf(0).onStill(true));
    expect(words()).toContain('The picture is frozen');
    act(() => optionsOf(0).onStill(false));
    expect(words()).toBe('Hold the camera over a label.');
  });

  it('shows help if the camera does not respond, and its picture if it does later', async () => {
    let answer: (session: CameraSession) => void = () => undefined;
    camera.openCamera.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    render(<CameraView onRead={() => undefined} />);
    act(() => optionsOf(0).onNoAnswer());
    expect(screen.getByRole('alert').textContent).toContain('The camera does not answer');
    await act(async () => answer(createSession(false)));
    expect(words()).toBe('Hold the camera over a label.');
  });
});
