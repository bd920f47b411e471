import { useCallback, useEffect, useRef, useState } from 'react';
import { rowElementId } from './round-row.tsx';

interface Target {
  deviceId: string;
}

/**
 * Focuses a device's row: immediately if it is drawn, else once it is; never under an open dialog, which would take the
 * focus back.
 */
export function useRowFocus(startDeviceId: string | undefined, covered: boolean): (deviceId: string) => void {
  const [target, setTarget] = useState<Target | null>(startDeviceId === undefined ? null : { deviceId: startDeviceId });
  const reached = useRef<Target | null>(null);
  useEffect(() => {
    if (!target || reached.current === target || covered) return;
    const row = document.getElementById(rowElementId(target.deviceId));
    if (!row) return;
    reached.current = target;
    // Firefox scrolls only to elements that have been laid out, and an off-screen room has not: measuring its row
    // forces layout.
    row.getBoundingClientRect();
    row.scrollIntoView({ block: 'center' });
    row.focus({ preventScroll: true });
  });
  return useCallback((deviceId) => setTarget({ deviceId }), []);
}
