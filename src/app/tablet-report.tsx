import { useEffect, useRef } from 'react';
import type { TabletReport as Report } from '#contract/records/tablet.ts';
import { release } from '#contract/release.ts';
import type { WardEngine } from '#ui/engine/engine.ts';
import { useEngine, useOutbox, useSession } from '#ui/engine/engine-provider.tsx';
import { engineName } from '#ui/platform/engine-name.ts';
import { isNearlyFull } from '#sync/ports/storage-room.ts';
import { startTrouble, useStartTrouble } from '#ui/platform/start-trouble.ts';

const hourMs = 60 * 60_000;
/** An entry that is sent at once is not worth a report: a state is reported once it has lasted. Units: ms. */
const settleMs = 60_000;

/** Reads what this tablet reports about itself. */
async function reportOf(engine: WardEngine): Promise<Report> {
  const { usedBytes } = await engine.storage();
  const entries = engine.outbox();
  const unsent = entries.filter(({ state }) => state !== 'done' && state !== 'attention');
  const refused = entries.findLast(({ state }) => state === 'attention')?.error;
  return {
    release,
    engine: engineName(navigator.userAgent),
    usedBytes: Math.round(usedBytes),
    nearlyFull: await isNearlyFull(usedBytes),
    waiting: unsent.length,
    oldestAt: unsent.map(({ madeAt }) => madeAt).toSorted()[0] ?? null,
    refusal: refused ? { code: refused.code, at: refused.at } : null,
    trouble: startTrouble(),
  };
}

/**
 * Reports the state of this tablet to the server for the page of tablets: when it has changed for a minute, and every
 * hour. A report without network is skipped; the next one covers it.
 */
export function TabletReport() {
  const engine = useEngine();
  const session = useSession();
  const outbox = useOutbox();
  const trouble = useStartTrouble();
  const reportedAt = useRef(0);
  const isReporting = session.kind === 'signed-in' && session.session.userRole !== 'Admin';
  const news = JSON.stringify([
    trouble,
    outbox.filter(({ state }) => state !== 'done').map(({ id, state }) => [id, state === 'attention']),
  ]);
  useEffect(() => {
    if (!isReporting) return undefined;
    const report = async (): Promise<void> => {
      await engine.call('reportTablet', { body: await reportOf(engine) });
      reportedAt.current = Date.now();
    };
    const go = () => void report().catch(() => undefined);
    const settled = setTimeout(go, settleMs);
    const hourly = setInterval(() => {
      if (Date.now() - reportedAt.current >= hourMs) go();
    }, settleMs);
    return () => {
      clearTimeout(settled);
      clearInterval(hourly);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `news` stands for what is read when it is sent
  }, [engine, isReporting, news]);
  return null;
}
