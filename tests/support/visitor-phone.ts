import type { Answer, Status, VisitorApi } from '#ui/visitor/api.ts';
import { createSender } from '#ui/visitor/send.ts';
import type { KeptReport, VisitorStore } from '#ui/visitor/store.ts';

/** The state of a report that has just arrived. */
export const received: Status = {
  reference: 'R-ABC234',
  reportedAt: '2026-11-28T05:00:00Z',
  state: 'received',
  ticketNumber: null,
  reason: null,
  people: 1,
  photos: 0,
  arrived: [],
  doneAt: null,
};

/** Creates a report that waits on a phone. */
export function reportAt(
  madeAt: number,
  id: string,
  { body, ...part }: Partial<Omit<KeptReport, 'body'> & { body: Partial<KeptReport['body']> }> = {},
): KeptReport {
  return {
    id,
    state: 'waiting',
    device: { equipmentName: 'Ventilator', departmentName: 'ICU', serialEnd: '0012', timeZone: 'Asia/Kolkata' },
    body: {
      id,
      serialNumber: 'VENT-0012',
      h: 'hospital-1',
      browser: crypto.randomUUID(),
      secret: 'a'.repeat(64),
      kind: 'alarm',
      reportedAt: new Date(madeAt).toISOString(),
      ...body,
    },
    photos: [],
    status: null,
    refusal: null,
    notBefore: 0,
    madeAt,
    ...part,
  };
}

const photos = ['1', '2'].map((sha256) => ({ sha256, bytes: new ArrayBuffer(3) }));
/** The part of a report that has two photos. */
export const photosOfReport = { photos, body: { photos: photos.map(({ sha256 }) => ({ sha256, size: 3 })) } };

/** Creates an answer of the server. */
export const answer = (status: number, body: unknown, retryAfterMs: number | null = null): Answer => ({
  status,
  body,
  retryAfterMs,
});

/** Opens the sender of a phone; calls that `api` does not answer get no answer. */
export function openSender(store: VisitorStore, api: Partial<VisitorApi>, now: () => number) {
  const sender = createSender({
    store,
    api: {
      device: async () => null,
      states: async () => null,
      photo: async () => null,
      send: async () => null,
      ...api,
    },
    now,
    solve: async () => 'proof',
    alone: (work) => work(),
    onChange: () => undefined,
  });
  return { sender, stored: () => store.reports(now()) };
}
