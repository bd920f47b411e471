import { withRevision } from '../records/revision.ts';

/** The editable state of a template. */
interface TemplateState {
  name: string;
  departmentId: string | null;
  /** In walking order. */
  deviceIds: readonly string[];
  isOrdered: boolean;
}

/** Adds the revision of a template, the same for tablets and lists; rounds do not change it. */
export function withTemplateRevision<T extends object>(
  record: T,
  { name, departmentId, deviceIds, isOrdered }: TemplateState,
): T & { revision: string } {
  return withRevision(record, { name, departmentId, deviceIds, isOrdered });
}
