import type { Command } from './types.ts';
import { maxRetryAfterMs } from './wire.ts';

/** Shortest and longest pause after an attempt without answer. Source: sync.md section 3. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** Another context is sending: how soon to look again. */
export const elsewhereMs = 5_000;

/** A pause with full jitter that doubles with each failure. Units: milliseconds. */
export function backoffMs(failures: number, random: number): number {
  return Math.ceil(random * Math.min(longestPauseMs, firstPauseMs * 2 ** Math.max(0, failures - 1)));
}

/** What the plan knows beside the queue. Units: ms since 1970. */
export interface PlanContext {
  now: number;
  /** Last sign of life of the server: pauses that began before it are over. */
  lifeAt: number;
  /** Entries that this runner is sending. */
  inFlight: ReadonlySet<number>;
}

/**
 * When a pause ends. A sign of life ends the pause of an unreachable server. A pause that reaches further than any
 * pause may was written by a clock that has been set back since: it is over.
 */
export function pauseEndsAt(
  pause: { nextAttemptAt: number; unreachableAt: number | null },
  now: number,
  lifeAt: number,
): number {
  const { nextAttemptAt, unreachableAt } = pause;
  if (nextAttemptAt - now > (unreachableAt === null ? maxRetryAfterMs : longestPauseMs)) return 0;
  return unreachableAt !== null && unreachableAt < lifeAt ? 0 : nextAttemptAt;
}

function dueAt(command: Command, { now, lifeAt }: PlanContext): number {
  const { nextAttemptAt, lastError } = command;
  const unreachableAt = lastError?.class === 'unreachable' ? Date.parse(lastError.at) : null;
  return pauseEndsAt({ nextAttemptAt, unreachableAt }, now, lifeAt);
}

/**
 * The first unanswered entry of each stream. An entry that needs attention holds nobody; one whose author has to
 * sign in holds only the author's own later entries; one that makes the record of another holds that other.
 */
function heads(commands: readonly Command[]): Command[] {
  const held = new Set<string>();
  const open = new Map(commands.map((command) => [command.id, command]));
  const found: Command[] = [];
  for (const command of commands) {
    if (command.state === 'attention' || command.state === 'acked' || command.state === 'done') continue;
    const { stream, userId } = command;
    const own = `${userId} ${stream}`;
    if (command.state === 'signed-out') {
      held.add(own);
      continue;
    }
    if (held.has(stream) || held.has(own)) continue;
    held.add(stream);
    const maker = command.dependsOn === null ? undefined : open.get(command.dependsOn);
    if (maker && maker.answer === null && maker.state !== 'attention' && maker.state !== 'done') continue;
    found.push(command);
  }
  return found;
}

/** The entries that may be sent now, oldest attempts first; `commands` in order of `seq`. */
export function dueHeads(commands: readonly Command[], context: PlanContext): Command[] {
  return heads(commands)
    .filter((one) => one.state === 'waiting' && !context.inFlight.has(one.seq) && dueAt(one, context) <= context.now)
    .sort((a, b) => a.nextAttemptAt - b.nextAttemptAt || a.seq - b.seq);
}

/** When the next entry may be sent; null when nothing waits for time to pass. */
export function nextDueAt(commands: readonly Command[], context: PlanContext): number | null {
  const times = heads(commands)
    .filter((one) => !context.inFlight.has(one.seq))
    .map((one) => (one.state === 'sending' ? context.now + elsewhereMs : dueAt(one, context)));
  return times.length === 0 ? null : Math.min(...times);
}
