import type { TaskStatus } from '#contract/rules/task-status.ts';

/** A sign for each state, so that colour is never the only cue; most important first. */
export const stateSigns: Record<TaskStatus, { sign: string; look: string }> = {
  Overdue: { sign: '!', look: 'text-danger' },
  'Action Required': { sign: '▲', look: 'text-warn' },
  Upcoming: { sign: '○', look: 'text-info' },
  Closed: { sign: '✓', look: 'text-ok' },
  Cancelled: { sign: '×', look: 'text-muted' },
};
