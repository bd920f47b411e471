import type { TemplateSummary } from '../calls/round/template.ts';
import type { TemplateRecord } from '../records/ward.ts';
import { byName } from './names.ts';

/** The facts that the list of round templates is built from. */
export interface RoundListFacts {
  templates: readonly TemplateRecord[];
  /** The serial number of a device that is not retired. */
  serialOf: (deviceId: string) => string | undefined;
  /** Templates with a round of the hospital's today. */
  doneToday: ReadonlySet<string>;
}

/** Builds the list of round templates, by name. Source: docs/product.md P43. */
export function buildRoundList({ templates, serialOf, doneToday }: RoundListFacts): TemplateSummary[] {
  return templates.toSorted(byName).map((template) => {
    const devices = template.deviceIds.flatMap((id) => {
      const serialNumber = serialOf(id);
      return serialNumber === undefined ? [] : [{ serialNumber, installationBaseEntityId: id }];
    });
    return {
      templateId: template.id,
      templateName: template.name,
      departmentId: template.departmentId,
      serials: devices.map(({ serialNumber }) => serialNumber),
      devices,
      isOrdered: template.isOrdered === true,
      submitBy: template.submitBy ?? '',
      completedRoundsCount: template.completedRoundsCount,
      lastRoundAt: template.lastRoundAt,
      isDoneToday: doneToday.has(template.id),
      revision: template.revision,
    };
  });
}
