/** The calls of the visitors' page, which loads nothing of the signed-in app. */
import type { AnswerOf, BodyInput } from '#contract/define.ts';
import type { publicReportCalls } from '#contract/calls/report/public.ts';

type Calls = typeof publicReportCalls;
/** The first view of a device, or the hospitals that have its serial number. */
export type FirstView = AnswerOf<Calls['publicDevice']>;
/** A device as visitors see it. */
export type VisitorDevice = Extract<FirstView, { hospitalId: string }>;
/** A report as it is sent to the server. */
export type ReportBody = BodyInput<Calls['sendFaultReport']>;
/** The status of a report. */
export type Status = AnswerOf<Calls['sendFaultReport']>;

/** The timeout of a request. Units: milliseconds. */
const patienceMs = 20_000;

/** The server's answer; null if our server did not answer. */
export interface Answer {
  status: number;
  body: unknown;
  /** Units: milliseconds; null if the server does not say. */
  retryAfterMs: number | null;
}

/** How the calls reach the server. */
interface Wire {
  fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Returns a signal that ends a request after this time. Units: milliseconds. */
  limit: (afterMs: number) => AbortSignal;
}

async function askOver(wire: Wire, path: string, init: RequestInit): Promise<Answer | null> {
  try {
    const response = await wire.fetch(`/api/FaultReports${path}`, {
      ...init,
      credentials: 'omit',
      signal: wire.limit(patienceMs),
    });
    // The sign-in page of a hospital's Wi-Fi answers every request, too.
    if (response.headers.get('X-Ward-Protocol') !== '1') return null;
    const text = await response.text();
    const wait = Number(response.headers.get('Retry-After') ?? NaN);
    return {
      status: response.status,
      body: text === '' ? null : (JSON.parse(text) as unknown),
      retryAfterMs: Number.isFinite(wait) ? wait * 1000 : null,
    };
  } catch {
    return null;
  }
}

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** Creates the calls; they send no session cookie. */
export function createVisitorApi(wire: Wire) {
  const ask = (path: string, init: RequestInit = {}) => askOver(wire, path, init);
  return {
    device: (serialNumber: string, h: string) =>
      ask(`/device/${encodeURIComponent(serialNumber)}?${String(new URLSearchParams(h === '' ? {} : { h }))}`),
    send: (body: ReportBody) => ask('', json(body)),
    states: (reports: readonly { reference: string; secret: string; photos: string[] }[]) =>
      ask('/states', json({ reports })),
    photo: (id: string, sha256: string, secret: string, bytes: ArrayBuffer) =>
      ask(`/${id}/photos/${sha256}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/octet-stream', 'X-Report-Secret': secret },
        body: bytes,
      }),
  };
}

/** The calls that a sender needs. */
export type VisitorApi = ReturnType<typeof createVisitorApi>;
