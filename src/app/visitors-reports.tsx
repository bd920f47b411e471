import { useEffect } from 'react';
import { hasVisitorReports } from '#ui/platform/visitor-reports.ts';

/** How often the app checks for waiting reports. Units: milliseconds. */
const lookMs = 60_000;

async function sendIfAny(): Promise<void> {
  if (!hasVisitorReports()) return;
  const { sendWaiting } = await import('#ui/visitor/send-waiting.ts');
  await sendWaiting();
}

/**
 * Sends the fault reports of visitors that wait on this phone: while somebody is signed in, a label opens the app, and
 * the page that would send them is not loaded (rule P366).
 */
export function VisitorsReports() {
  useEffect(() => {
    const send = () => void sendIfAny().catch(() => undefined);
    send();
    const timer = setInterval(send, lookMs);
    addEventListener('online', send);
    return () => {
      clearInterval(timer);
      removeEventListener('online', send);
    };
  }, []);
  return null;
}
