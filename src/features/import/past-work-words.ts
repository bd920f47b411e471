import type { RestoredWork } from '#contract/calls/import.ts';
import { counted } from '#contract/rules/counted.ts';

/** Says how much an undo has restored, and what it left as it was. */
export function restoredWords({ tasks, kept }: RestoredWork): string {
  const back = `${counted(tasks, 'task')} ${tasks === 1 ? 'is' : 'are'} back.`;
  if (kept.tasks === 0) return back;
  const stays = `${counted(kept.tasks, 'task')} on ${counted(kept.devices, 'device')}`;
  return `${back} ${stays} ${kept.tasks === 1 ? 'stays' : 'stay'} cleared: the planned work there has changed since.`;
}
