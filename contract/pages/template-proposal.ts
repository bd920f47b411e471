import type { DepartmentRecord, DeviceRecord, TemplateRecord } from '../records/ward.ts';
import { byPlace, maxTemplateDevices, type Placed } from '../rules/walking-order.ts';
import { byName } from './names.ts';
import { sameKey } from '../rules/text.ts';

/** The facts for proposing missing templates, without anything retired. */
export interface ProposalFacts {
  departments: readonly Pick<DepartmentRecord, 'id' | 'name'>[];
  devices: readonly (Placed & Pick<DeviceRecord, 'id' | 'departmentId'>)[];
  templates: readonly Pick<TemplateRecord, 'name' | 'departmentId' | 'deviceIds'>[];
}

/** A template that could be created. */
export interface ProposedTemplate {
  departmentId: string;
  templateName: string;
  /** In walking order. */
  deviceIds: string[];
}

/**
 * Proposes a template for each department that has devices but no template: no template names it, and not all of its
 * devices are in others. A department with more devices than a round allows gets several. Source: docs/decisions/239.
 */
export function proposeTemplates({ departments, devices, templates }: ProposalFacts): ProposedTemplate[] {
  const named = new Set(templates.map(({ departmentId }) => departmentId));
  const walked = new Set(templates.flatMap(({ deviceIds }) => deviceIds));
  const taken = new Set(templates.map(({ name }) => sameKey(name)));
  const inside = new Map<string | null, (typeof devices)[number][]>();
  for (const device of devices) {
    const known = inside.get(device.departmentId);
    if (known) known.push(device);
    else inside.set(device.departmentId, [device]);
  }
  return departments.toSorted(byName).flatMap(({ id, name }) => {
    const own = (inside.get(id) ?? []).toSorted(byPlace);
    if (named.has(id) || own.every((device) => walked.has(device.id))) return [];
    const parts: ProposedTemplate[] = [];
    for (let from = 0; from < own.length; from += maxTemplateDevices) {
      const deviceIds = own.slice(from, from + maxTemplateDevices).map((device) => device.id);
      parts.push({ departmentId: id, templateName: freeName(name, taken), deviceIds });
    }
    return parts;
  });
}

/** Returns the name, or the name with the first free number; it counts as taken from then on. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(sameKey(free)); number += 1) free = `${name} ${number}`;
  taken.add(sameKey(free));
  return free;
}
