import { withRevision } from '../records/revision.ts';

/** What an edit may change of a template. */
interface TemplateState {
  name: string;
  departmentId: string | null;
  /** In the order of the walk. */
  deviceIds: readonly string[];
  isOrdered: boolean;
}

/** Names the state of a template, the same for tablets and lists; rounds do not change it. */
export function withTemplateRevision<T extends object>(
  record: T,
  { name, departmentId, deviceIds, isOrdered }: TemplateState,
): T & { revision: string } {
  return withRevision(record, { name, departmentId, deviceIds, isOrdered });
}
