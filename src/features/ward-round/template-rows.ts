import type { TemplateRecord } from '#contract/replica.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { WardView } from '#ui/resource/engine.ts';

/** A round template as the list shows it. */
export interface TemplateRow {
  id: string;
  name: string;
  serialNumbers: readonly string[];
  completedRoundsCount: number;
  lastRoundAt: string | null;
  isDoneToday: boolean;
  /** A round of it is on this device and not on the server yet. */
  isWaiting: boolean;
}

/** Lists the templates by name, each with what today still asks for. Source: document 3, rule 3.7. */
export function templateRows(
  view: Pick<WardView, 'all' | 'get' | 'isPending'>,
  today: LocalDay,
  hidden: ReadonlySet<string> = new Set(),
): TemplateRow[] {
  return view
    .all('template')
    .filter((template) => !hidden.has(template.id))
    .map((template) => ({
      id: template.id,
      name: template.name,
      serialNumbers: template.deviceIds.flatMap((id) => view.get('device', id)?.serialNumber ?? []),
      completedRoundsCount: template.completedRoundsCount,
      lastRoundAt: template.lastRoundAt,
      isDoneToday: isDoneOn(template, today),
      isWaiting: view.isPending('template', template.id),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

/** True when the template has a round on that day. */
export function isDoneOn(template: Pick<TemplateRecord, 'lastRoundOn'>, day: LocalDay): boolean {
  return template.lastRoundOn !== null && template.lastRoundOn >= day;
}
