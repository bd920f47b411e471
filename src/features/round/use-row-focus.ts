import { useCallback, useEffect, useRef, useState } from 'react';
import { rowElementId } from './round-row.tsx';

interface Target {
  deviceId: string;
}

/**
 * Focuses the row of a device: immediately if it is drawn, else as soon as it is; never under an open dialog, which
 * would take the focus back.
 */
export function useRowFocus(startDeviceId: string | undefined, covered: boolean): (deviceId: string) => void {
  const [target, setTarget] = useState<Target | null>(startDeviceId === undefined ? null : { deviceId: startDeviceId });
  const reached = useRef<Target | null>(null);
  useEffect(() => {
    if (!target || reached.current === target || covered) return;
    const row = document.getElementById(rowElementId(target.deviceId));
    if (!row) return;
    reached.current = target;
    // Firefox scrolls only to what has been laid out once, and a room off screen has not: measuring its row lays it out.
    row.getBoundingClientRect();
    row.scrollIntoView({ block: 'center' });
    row.focus({ preventScroll: true });
  });
  return useCallback((deviceId) => setTarget({ deviceId }), []);
}
