import { useState } from 'react';

import { Button } from '#ui/ui/button.tsx';
import { Icon } from '#ui/ui/icons.tsx';

import type { CameraSession } from './camera-session.ts';
import type { CameraRef } from './kept-camera.ts';

interface CameraControlsProps {
  session: CameraSession;
  onSwitchCamera: (camera: CameraRef) => void;
}

/** Shows torch, zoom and camera switch, as far as the hardware supports them. */
export function CameraControls({ session, onSwitchCamera }: CameraControlsProps) {
  const { controls, cameras, deviceId } = session;
  const [isTorchOn, setTorchOn] = useState(false);
  const [zoom, setZoom] = useState(controls.zoom?.value ?? 1);
  const current = cameras.findIndex(({ id }) => id === deviceId);
  const next = cameras[(current + 1) % cameras.length];

  const switchTorch = () => {
    const on = !isTorchOn;
    session.setTorch(on).then(
      () => setTorchOn(on),
      () => setTorchOn(false),
    );
  };
  const changeZoom = (value: number) => {
    setZoom(value);
    session.setZoom(value).catch(() => undefined);
  };

  if (!controls.hasTorch && !controls.zoom && cameras.length < 2) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {controls.hasTorch && (
        <Button
          icon="torch"
          variant={isTorchOn ? 'primary' : 'secondary'}
          aria-pressed={isTorchOn}
          onClick={switchTorch}
        >
          Torch
        </Button>
      )}
      {cameras.length > 1 && next !== undefined && (
        <Button icon="camera-flip" onClick={() => onSwitchCamera(next)}>
          Switch camera
          {current >= 0 && (
            <span className="font-normal text-muted">
              Camera {current + 1} of {cameras.length}
            </span>
          )}
        </Button>
      )}
      {controls.zoom && (
        <label className="flex min-h-target grow items-center gap-2 px-2 font-semibold">
          <Icon name="zoom" />
          Zoom
          <input
            type="range"
            min={controls.zoom.min}
            max={controls.zoom.max}
            step={controls.zoom.step}
            value={zoom}
            onChange={(event) => changeZoom(event.target.valueAsNumber)}
            className="h-target min-w-24 grow accent-primary"
          />
        </label>
      )}
    </div>
  );
}
