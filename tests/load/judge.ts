import type { LightClient } from './client.ts';
import type { SavedWork } from './tablet.ts';
import { must, type LoadHospital } from './ward.ts';

/** Compares what the tablets saved with what the server holds. */
export async function compare(asker: LightClient, hospitals: readonly LoadHospital[], work: readonly SavedWork[]) {
  let [lost, duplicated] = [0, 0];
  for (const hospital of hospitals) {
    const own = work.filter((tablet) => tablet.hospital === hospital);
    const expected = new Set(own.flatMap(({ tickets }) => tickets));
    const seen = new Map<string, { status: string; number: string }>();
    for (let cursor = 0, more = true; more;) {
      const page = await must<{
        rows: { kind: string; rows: { id: string; status: string; ticketNumber: string }[] }[];
        next: number;
        more: boolean;
      }>(asker, hospital.office, { method: 'GET', path: `/Sync/changes?cursor=${cursor}&limit=10000` });
      for (const { kind, rows } of page.rows) {
        if (kind !== 'ticket') continue;
        for (const { id, status, ticketNumber } of rows) seen.set(id, { status, number: ticketNumber });
      }
      ({ next: cursor, more } = page);
    }
    const closed = own.flatMap((tablet) => tablet.closed);
    lost += [...expected].filter((id) => !seen.has(id)).length;
    lost += closed.filter((id) => seen.get(id)?.status !== 'Closed').length;
    duplicated += [...seen.keys()].filter((id) => !expected.has(id)).length;
    duplicated += seen.size - new Set([...seen.values()].map(({ number }) => number)).size;

    const list = { method: 'GET', path: '/DailyRound/templates' };
    const [template] = await must<{ completedRoundsCount: number }[]>(asker, hospital.office, list);
    const rounds = own.reduce((sum, tablet) => sum + tablet.rounds, 0);
    const kept = template?.completedRoundsCount ?? 0;
    lost += Math.max(0, rounds - kept);
    duplicated += Math.max(0, kept - rounds);

    for (const { photo } of own) {
      const status = { method: 'GET', path: `/Attachments/${photo.sha256}/status` };
      const file = await must<{ received: boolean }>(asker, hospital.office, status);
      if (!file.received) lost += 1;
    }
  }
  return { lost, duplicated };
}
