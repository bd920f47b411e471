import { withRevision } from '../records/revision.ts';

/** The editable state of a template. */
interface TemplateState {
  name: string;
  departmentId: string | null;
  /** In walking order. */
  deviceIds: readonly string[];
  isOrdered: boolean;
  submitBy: string;
}

/** Adds the revision of a template, the same for tablets and lists; rounds do not change it. */
export function withTemplateRevision<T extends object>(
  record: T,
  { name, departmentId, deviceIds, isOrdered, submitBy }: TemplateState,
): T & { revision: string } {
  // A template without a time keeps the revision that earlier releases gave it.
  return withRevision(record, { name, departmentId, deviceIds, isOrdered, ...(submitBy !== '' && { submitBy }) });
}
