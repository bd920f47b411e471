import type { EffectContext } from '../define.ts';
import { workEvent } from '../rules/work-events.ts';
import type { WorkEvent, WorkEventData, WorkEventKind } from '../records/work-event.ts';

/** Returns the event that the server will record for a command; other engineers are described by role. */
export function eventOf<K extends WorkEventKind>(
  { commandId, at: entryAt, user, view }: Pick<EffectContext, 'commandId' | 'at' | 'user' | 'view'>,
  kind: K,
  data: WorkEventData[K],
  { id = commandId, at = entryAt }: { id?: string; at?: string } = {},
): WorkEvent {
  const byRole = view.get('technician', user.id) === undefined ? 'Hospital' : 'BME';
  return workEvent(kind, data, { id, at, receivedAt: null, by: user.name, byRole });
}
