/** Sends this phone's reports, each once: the id created on the phone is the idempotency key. */
import type { Challenge } from 'altcha-lib/types';
import type { Answer, ReportBody, Status, VisitorApi } from './api.ts';
import type { KeptPhoto, KeptReport, VisitorStore } from './store.ts';

/** Refusals that another attempt would not change. */
const isFinal = ({ status }: Answer): boolean => status >= 400 && status < 500 && status !== 429 && status !== 428;
/** Longer than any wait that a server asks for, so that a phone whose clock was set back does not wait for years. */
const longestWaitMs = 60 * 60_000;

interface Parts {
  store: Pick<VisitorStore, 'waiting' | 'change' | 'reports' | 'hold'>;
  api: VisitorApi;
  now: () => number;
  /** Solves the challenge that a server sends when it gets more reports than usual. */
  solve: (challenge: Challenge) => Promise<string>;
  /** Allows only one sender at a time on this phone. */
  alone: <T>(work: () => Promise<T>) => Promise<T | undefined>;
  onChange: () => void;
}

const problemOf = (body: unknown) => (body ?? {}) as { code?: string; context?: { challenge?: Challenge } };

/** Returns whether the server has asked this phone to send a report later and that time has not passed. */
export const isLater = ({ notBefore }: Pick<KeptReport, 'notBefore'>, now: number): boolean =>
  notBefore > now && notBefore <= now + longestWaitMs;

/** Returns the photos that the server lacks of a report that has arrived. */
export const missingPhotos = ({ body, status }: Pick<KeptReport, 'body' | 'status'>): { sha256: string }[] =>
  status ? (body.photos ?? []).filter(({ sha256 }) => !status.arrived.includes(sha256)) : [];

/** Returns the missing photos that this phone still has and the server would accept. */
function photosToSend(report: Pick<KeptReport, 'body' | 'status' | 'photos'>): KeptPhoto[] {
  if (report.status?.photos === 0) return [];
  const missing = new Set(missingPhotos(report).map(({ sha256 }) => sha256));
  return report.photos.filter(({ sha256 }) => missing.has(sha256));
}

/** Returns the state of a report that the server has: whether its photos are still to be sent. */
function arrivedAs({ body, photos }: KeptReport, status: Status): Pick<KeptReport, 'state' | 'status'> {
  return { state: photosToSend({ body, photos, status }).length > 0 ? 'photos' : 'sent', status };
}

/** Creates the sender of a page. Several pages on a phone may send: the server accepts each report once. */
export function createSender({ store, api, now, solve, alone, onChange }: Parts) {
  async function change(report: KeptReport, part: Partial<KeptReport>): Promise<KeptReport> {
    await store.change(report.id, part);
    onChange();
    return { ...report, ...part };
  }

  /** Sends a report; returns what its answer changes. */
  async function deliver(report: KeptReport, proof?: string): Promise<Partial<KeptReport>> {
    // A photo that the phone deleted to free space would never follow.
    const photos = (report.body.photos ?? []).filter(({ sha256 }) =>
      report.photos.some((each) => each.sha256 === sha256),
    );
    const sentAt = new Date(now()).toISOString();
    const body: ReportBody = { ...report.body, photos, sentAt, ...(proof && { proof }) };
    const answer = await api.send(body);
    if (answer?.status === 201) return { ...arrivedAs(report, answer.body as Status), notBefore: 0 };
    if (!answer) return {};
    const { code = '', context } = problemOf(answer.body);
    if (answer.status === 428 && context?.challenge && proof === undefined)
      return deliver(report, await solve(context.challenge));
    if (isFinal(answer)) return { state: 'refused', refusal: code, photos: [] };
    return answer.retryAfterMs === null ? {} : { notBefore: now() + answer.retryAfterMs };
  }

  async function sendOne(report: KeptReport): Promise<KeptReport> {
    const part = await deliver(report);
    return Object.keys(part).length === 0 ? report : change(report, part);
  }

  /**
   * Sends a report that found no room on the phone; returns whether the server took or refused it. Its photos follow
   * with `sendAll`.
   */
  async function sendUnkept(report: KeptReport): Promise<boolean> {
    const part = await deliver(report);
    if (part.state === undefined) return false;
    store.hold({ ...report, ...part });
    onChange();
    return true;
  }

  /** Sends the missing photos. One that the server refuses is left out, because the report matters more. */
  async function sendPhotos(report: KeptReport): Promise<void> {
    let { photos } = report;
    const arrived = [...(report.status?.arrived ?? [])];
    for (const photo of photosToSend(report)) {
      const answer = await api.photo(report.id, photo.sha256, report.body.secret, photo.bytes);
      if (!answer || !(answer.status < 300 || isFinal(answer))) return;
      if (answer.status < 300) arrived.push(photo.sha256);
      else photos = photos.filter((each) => each !== photo);
    }
    await change(report, { state: 'sent', photos, status: report.status && { ...report.status, arrived } });
  }

  async function sendAll(): Promise<void> {
    for (const waiting of await store.waiting()) {
      if (isLater(waiting, now())) continue;
      try {
        const report = waiting.state === 'waiting' ? await sendOne(waiting) : waiting;
        if (report.state === 'photos') await sendPhotos(report);
      } catch {
        // A report whose state cannot be stored on the phone must not hold up the others; it is sent again later.
      }
    }
  }

  /** Asks for the status of the reports that have arrived. */
  async function follow(): Promise<void> {
    const arrived = (await store.reports(now())).filter(({ status }) => status !== null).slice(0, 50);
    if (arrived.length === 0) return;
    const answer = await api.states(
      arrived.map(({ status, body: { secret, photos = [] } }) => ({
        reference: status?.reference ?? '',
        secret,
        photos: photos.map(({ sha256 }) => sha256),
      })),
    );
    if (answer?.status !== 200) return;
    const told = new Map((answer.body as Status[]).map((status) => [status.reference, status]));
    for (const report of arrived) {
      const status = told.get(report.status?.reference ?? '');
      // The server has lost it, for example after a restore of an older backup: it is sent again under the same id.
      if (!status) await change(report, { state: 'waiting', status: null });
      else {
        const stands = arrivedAs(report, status);
        if (stands.state !== report.state || JSON.stringify(status) !== JSON.stringify(report.status))
          await change(report, stands);
      }
    }
  }

  return {
    sendAll: () => alone(sendAll),
    sendUnkept,
    follow,
  };
}
