/** Sends the reports of this phone, each once: the id made on the phone is the key on the server. */
import type { Challenge } from 'altcha-lib/types';
import type { Answer, ReportBody, Status, VisitorApi } from './api.ts';
import type { KeptReport, VisitorStore } from './store.ts';

/** Refusals that another try does not change. */
const isFinal = ({ status }: Answer): boolean => status >= 400 && status < 500 && status !== 429 && status !== 428;

interface Parts {
  store: Pick<VisitorStore, 'waiting' | 'change' | 'reports'>;
  api: VisitorApi;
  now: () => number;
  /** Solves the challenge of a server that gets more reports than usual. */
  solve: (challenge: Challenge) => Promise<string>;
  /** Runs one sending at a time on this phone. */
  alone: <T>(work: () => Promise<T>) => Promise<T | undefined>;
  onChange: () => void;
}

const problemOf = (body: unknown) => (body ?? {}) as { code?: string; context?: { challenge?: Challenge } };

/** Creates the sender of a page. Several pages of a phone may send: the server takes each report once. */
export function createSender({ store, api, now, solve, alone, onChange }: Parts) {
  async function change(report: KeptReport, part: Partial<KeptReport>): Promise<KeptReport> {
    await store.change(report.id, part);
    onChange();
    return { ...report, ...part };
  }

  async function sendOne(report: KeptReport, proof?: string): Promise<KeptReport> {
    const body: ReportBody = { ...report.body, sentAt: new Date(now()).toISOString(), ...(proof && { proof }) };
    const answer = await api.send(body);
    if (answer?.status === 201) {
      const status = answer.body as Status;
      return change(report, { state: status.photos > 0 ? 'photos' : 'sent', status, notBefore: 0 });
    }
    if (!answer) return report;
    const { code = '', context } = problemOf(answer.body);
    if (answer.status === 428 && context?.challenge && proof === undefined)
      return sendOne(report, await solve(context.challenge));
    if (isFinal(answer)) return change(report, { state: 'refused', refusal: code, photos: [] });
    if (answer.retryAfterMs !== null) return change(report, { notBefore: now() + answer.retryAfterMs });
    return report;
  }

  /** The server takes the first photos of a report; one that it refuses is left out, because the report counts. */
  async function sendPhotos(report: KeptReport): Promise<void> {
    for (const { sha256, bytes } of report.photos.slice(0, report.status?.photos ?? 0)) {
      const answer = await api.photo(report.id, sha256, report.body.secret, bytes);
      if (!answer || !(answer.status < 300 || isFinal(answer))) return;
    }
    await change(report, { state: 'sent', photos: [] });
  }

  async function sendAll(): Promise<void> {
    for (const waiting of await store.waiting()) {
      if (waiting.notBefore > now()) continue;
      const report = waiting.state === 'waiting' ? await sendOne(waiting) : waiting;
      if (report.state === 'photos') await sendPhotos(report);
    }
  }

  /** Asks what has become of the reports that have arrived. */
  async function follow(): Promise<void> {
    const arrived = (await store.reports(now())).filter(({ status }) => status !== null).slice(0, 50);
    if (arrived.length === 0) return;
    const answer = await api.states(
      arrived.map(({ status, body }) => ({ reference: status?.reference ?? '', secret: body.secret })),
    );
    if (answer?.status !== 200) return;
    const told = new Map((answer.body as Status[]).map((status) => [status.reference, status]));
    for (const report of arrived) {
      const status = told.get(report.status?.reference ?? '');
      // The server has lost it, as after the restore of an older backup: it is sent again under its id.
      if (!status) await change(report, { state: 'waiting', status: null });
      else if (JSON.stringify(status) !== JSON.stringify(report.status)) await change(report, { status });
    }
  }

  return {
    sendAll: () => alone(sendAll),
    follow,
  };
}
