import { paths, withQuery } from '#ui/paths.ts';
import type { OutboxEntry } from '#ui/resource/engine.ts';
import { correctQuery } from '#ui/resource/use-correction.ts';

function textOf(body: unknown, field: string): string | undefined {
  const value =
    typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === field)?.[1] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The form in which a refused entry is corrected, or nothing when it has none. */
export function correctLink({ id, call }: OutboxEntry): string | undefined {
  const path = call && formOf(call.name, call.body);
  return path ? withQuery(path, { [correctQuery]: id }) : undefined;
}

function formOf(name: string, body: unknown): string | undefined {
  if (name === 'reportBreakdown') return paths.breakdownNew();
  if (name === 'submitRound') {
    const [entry]: unknown[] = Array.isArray(body) ? body : [body];
    const templateId = textOf(entry, 'dailyRoundTemplateId') ?? textOf(entry, 'templateId');
    return templateId && paths.roundAdd(templateId);
  }
  if (name === 'closeBreakdown') {
    const ticketId = textOf(body, 'ticketId') ?? textOf(body, 'id');
    return ticketId && paths.breakdownDetails(ticketId);
  }
  if (name === 'closeTask' || name === 'submitMaintenanceReport') {
    const taskId = textOf(body, 'taskId') ?? textOf(body, 'TaskId');
    return taskId && paths.maintenanceClose(taskId);
  }
  return undefined;
}
