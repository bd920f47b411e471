import { useState } from 'react';
import type { InstallWay } from '#ui/platform/install.ts';

type Permission = NotificationPermission | 'none';

function permissionNow(): Permission {
  return 'Notification' in window ? Notification.permission : 'none';
}

/**
 * Returns true on iOS, which asks for permission before it shows the count; other systems show it on every installed
 * app.
 */
function needsPermission(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}

/**
 * Manages the count of unread notices and unsent work on the app's icon, if the platform supports it; `allow` asks
 * for permission.
 */
export function useIconCount(way: InstallWay): { words: string; allow: (() => void) | null } {
  const [permission, setPermission] = useState(permissionNow);
  if (!('setAppBadge' in navigator)) return { words: 'This browser shows no count', allow: null };
  if (way !== 'installed')
    return { words: 'Unread notices and unsent work are counted on the icon of the installed app', allow: null };
  if (!needsPermission() || permission === 'granted')
    return { words: 'Unread notices and unsent work are counted on the app’s icon', allow: null };
  if (permission !== 'default') return { words: 'Blocked: allow them in the settings of this tablet', allow: null };
  return {
    words: 'The count on the app’s icon needs your permission',
    allow: () => void Notification.requestPermission().then(setPermission),
  };
}
