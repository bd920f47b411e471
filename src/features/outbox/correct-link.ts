import type { CallSpec, CorrectionForm } from '#contract/define.ts';
import { calls, readEntry, writeKey } from '#contract/index.ts';
import { paths, withQuery } from '#ui/paths.ts';
import type { OutboxEntry } from '#ui/engine/engine.ts';
import { correctQuery } from '#ui/forms/offline/use-correction.ts';

/** Returns the address of the form that corrects a refused entry; undefined if there is none. */
export function correctLink({ id, call }: OutboxEntry): string | undefined {
  if (!call) return undefined;
  const { offline }: CallSpec = calls[call.name];
  const entry = offline && readEntry(writeKey(offline), call.body);
  const form = entry?.write.correctIn(entry.body);
  if (!form) return undefined;
  const address = addressOf(form);
  const correction = new URLSearchParams({ [correctQuery]: id }).toString();
  return `${address}${address.includes('?') ? '&' : '?'}${correction}`;
}

function addressOf(form: CorrectionForm): string {
  switch (form.screen) {
    case 'ticketNew':
      return paths.ticketNew();
    case 'ticket':
      return paths.ticket(form.ticketId);
    case 'taskClose':
      return paths.maintenanceClose(form.taskId);
    case 'roundAdd':
      return paths.roundAdd(form.templateId);
    case 'test':
      return withQuery(paths.test(form.deviceId, form.procedureId), { task: form.taskId ?? undefined });
  }
}
