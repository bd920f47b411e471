// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CameraControls } from '#ui/scanner/camera-controls.tsx';
import { keepCamera, readKeptCamera, startKept } from '#ui/scanner/kept-camera.ts';

const gone = new DOMException('', 'OverconstrainedError');
const front = { id: 'id-1', label: 'camera2 1, facing front' };
const near = { id: 'id-2', label: 'camera2 0, facing back' };
const wide = { id: 'id-3', label: 'camera2 2, facing back' };
const listCameras = async () => [front, near, wide];

/** Starts cameras by id; any that are not listed are missing. */
function createStarter(error = gone) {
  const tried: (string | undefined)[] = [];
  const start = async (id: string | undefined) => {
    tried.push(id);
    if (id !== undefined && ![front, near, wide].some((camera) => camera.id === id)) throw error;
  };
  return { start, tried };
}

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('The camera chosen on this tablet', () => {
  it('is remembered by id and label', () => {
    expect(readKeptCamera()).toBeUndefined();
    keepCamera(near);
    expect(readKeptCamera()).toEqual(near);
  });

  it('is forgotten if the stored value is not a camera', () => {
    localStorage.setItem('scan-camera', '"id-2"');
    expect(readKeptCamera()).toBeUndefined();
    localStorage.setItem('scan-camera', '{');
    expect(readKeptCamera()).toBeUndefined();
  });

  it('is opened by its id', async () => {
    const { start, tried } = createStarter();
    await startKept(near, start, listCameras);
    expect(tried).toEqual(['id-2']);
  });

  it('is found by its label if the browser has given it a new id', async () => {
    const { start, tried } = createStarter();
    await startKept({ ...near, id: 'old-id' }, start, listCameras);
    expect(tried).toEqual(['old-id', 'id-2']);
  });

  it('is replaced by the default camera if it is gone', async () => {
    const { start, tried } = createStarter();
    await startKept({ id: 'old-id', label: 'USB camera' }, start, listCameras);
    expect(tried).toEqual(['old-id', undefined]);
  });

  it('is replaced by the default camera if it does not start, so that another can be chosen', async () => {
    const { start, tried } = createStarter(new DOMException('', 'NotReadableError'));
    await startKept({ id: 'broken', label: '' }, start, listCameras);
    expect(tried).toEqual(['broken', undefined]);
  });

  it('is not replaced if cameras are not permitted', async () => {
    const { start, tried } = createStarter(new DOMException('', 'NotAllowedError'));
    await expect(startKept({ ...near, id: 'old-id' }, start, listCameras)).rejects.toMatchObject({
      name: 'NotAllowedError',
    });
    expect(tried).toEqual(['old-id']);
  });
});

describe('The button that switches the camera', () => {
  it('says which camera is open and switches to the next', () => {
    const onSwitchCamera = vi.fn();
    const session = {
      deviceId: near.id,
      cameras: [front, near, wide],
      controls: { hasTorch: false, canFocus: false, zoom: undefined },
      setTorch: async () => undefined,
      setZoom: async () => undefined,
      focus: async () => undefined,
      setPaused: () => undefined,
      closed: Promise.resolve(),
    };
    render(<CameraControls session={session} onSwitchCamera={onSwitchCamera} />);
    const button = screen.getByRole('button', { name: /Switch camera/ });
    expect(button.textContent).toContain('Camera 2 of 3');
    fireEvent.click(button);
    expect(onSwitchCamera).toHaveBeenCalledWith(wide);
  });
});
