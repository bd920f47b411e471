import type { WorkEvent } from '#contract/records/work-event.ts';

/** Returns every text that somebody typed in an event, field by field. */
export function textsOf({ kind, data, by }: Pick<WorkEvent, 'kind' | 'data' | 'by'>): string[] {
  // Texts written by a plan were not typed by anybody.
  if (by === null) return [];
  const said = data as Record<string, unknown>;
  const from = (fields: readonly string[], of: Record<string, unknown> = said): string[] =>
    fields.flatMap((field) => (typeof of[field] === 'string' && of[field] !== '' ? [of[field]] : []));
  switch (kind) {
    case 'note':
      return from(['text']);
    case 'action-required':
      return from(['details', 'actionTaken']);
    case 'waiting':
    case 'attempted':
      return from(['note']);
    case 'cancelled':
    case 'moved':
      return from(['reason', 'approver']);
    case 'closed':
    case 'left-pending': {
      const fields = ['actionTaken', 'resolutionNote', 'partDetails', 'followUpAction'];
      return from(fields, (said['visit'] ?? {}) as Record<string, unknown>);
    }
    default:
      return [];
  }
}
