import type { TaskStatus } from '#contract/rules/task-status.ts';

/** A sign for each state, so that none is told by colour alone; in order of importance. */
export const stateSigns: Record<TaskStatus, { sign: string; look: string }> = {
  Overdue: { sign: '!', look: 'text-danger' },
  'Action Required': { sign: '▲', look: 'text-warn' },
  Upcoming: { sign: '○', look: 'text-info' },
  Closed: { sign: '✓', look: 'text-ok' },
  Cancelled: { sign: '×', look: 'text-muted' },
};
