import type { CallName } from '#contract/index.ts';
import { codeOf, type Finding } from './judge.ts';
import type { Exchange } from './keep-alive-proxy.ts';
import { headerOf } from './raw-answer.ts';

/** A broken rule, and the first request that showed it. */
export interface Found extends Finding {
  at: number | 'setup';
  call: CallName | undefined;
  /** The first line of the request. */
  line: string;
  times: number;
}

/** Counts of a campaign. */
export interface Tally {
  /** All requests, and those sent only as setup for others. */
  requests: number;
  forSetup: number;
  statuses: Map<number, number>;
  /** Refusals by code. */
  codes: Map<string, number>;
  /** Calls sent with an unmutated method and URL, and those that succeeded. */
  asked: Set<CallName>;
  granted: Set<CallName>;
  slowest: { ms: number; call: CallName | undefined };
  /** Responses that were slow, but not when repeated. */
  slowOnce: number;
  /** Requests that break HTTP and whose connection was closed without a response. */
  cutOff: number;
  /** Sessions ended by a request. */
  renewed: number;
  connections: number;
  findings: Found[];
  answered(at: number | 'setup', call: CallName | undefined, exchange: Exchange): void;
  found(at: number | 'setup', call: CallName | undefined, line: string, finding: Finding): void;
}

/** Findings with the same key are of one kind: the first is kept, the others are counted. */
const sameKind = ({ rule, what }: Finding, call: CallName | undefined): string =>
  `${rule} ${call ?? ''} ${what.replaceAll(/[0-9a-f-]{8,}|\d+/g, '#').slice(0, 60)}`;

/** Units: characters. */
const maxLine = 200;

/** Starts counting. */
export function createTally(): Tally {
  const byKind = new Map<string, Found>();
  const tally: Tally = {
    requests: 0,
    forSetup: 0,
    statuses: new Map(),
    codes: new Map(),
    asked: new Set(),
    granted: new Set(),
    slowest: { ms: 0, call: undefined },
    slowOnce: 0,
    cutOff: 0,
    renewed: 0,
    connections: 0,
    findings: [],
    answered(at, call, exchange) {
      tally.requests += 1;
      if (at === 'setup') tally.forSetup += 1;
      else if (call !== undefined) tally.asked.add(call);
      if (exchange.kind === 'closed') tally.cutOff += 1;
      if (exchange.ms > tally.slowest.ms) tally.slowest = { ms: exchange.ms, call };
      if (exchange.kind !== 'answer') return;
      const { answer } = exchange;
      add(tally.statuses, answer.status);
      if (answer.status >= 400 && headerOf(answer, 'content-encoding') === undefined)
        add(tally.codes, `${answer.status} ${codeOf(answer.body.toString('utf8')) || 'without a code'}`);
      else if (answer.status < 300 && call !== undefined) tally.granted.add(call);
    },
    found(at, call, line, finding) {
      const kind = sameKind(finding, call);
      const known = byKind.get(kind);
      if (known) known.times += 1;
      else {
        const found = { ...finding, at, call, line: line.slice(0, maxLine), times: 1 };
        byKind.set(kind, found);
        tally.findings.push(found);
      }
    },
  };
  return tally;
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Shares of all responses that show whether the requests reached their targets. */
const bounds = { grantedAtLeast: 0.15, signedOutAtMost: 0.12, limitedAtMost: 0.02, busyAtMost: 0.01 } as const;

/** Why the figures show too little coverage of all calls and of those that can be granted; empty if it suffices. */
export function weaknesses(tally: Tally, allCalls: number, grantable: number): string[] {
  const { requests, statuses } = tally;
  const share = (test: (status: number) => boolean): number => {
    let sum = 0;
    for (const [status, count] of statuses) if (test(status)) sum += count;
    return sum / Math.max(1, requests);
  };
  const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
  const granted = share((status) => status < 300);
  const signedOut = share((status) => status === 401);
  const limited = share((status) => status === 429);
  const busy = share((status) => status === 503);
  return [
    granted < bounds.grantedAtLeast ? `only ${percent(granted)} of the answers grant something` : '',
    signedOut > bounds.signedOutAtMost ? `${percent(signedOut)} of the answers are 401` : '',
    limited > bounds.limitedAtMost ? `${percent(limited)} of the answers are 429` : '',
    busy > bounds.busyAtMost ? `${percent(busy)} of the answers are 503` : '',
    tally.asked.size < allCalls ? `${allCalls - tally.asked.size} calls were not asked` : '',
    tally.granted.size < grantable ? `only ${tally.granted.size} of ${grantable} calls granted something` : '',
  ].filter((weakness) => weakness !== '');
}
