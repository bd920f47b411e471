import { type AgreementKind, agreementKinds } from '#contract/records/agreement-terms.ts';
import { chosen, type ListFilter } from '#ui/lists/list-filters.tsx';

/** Filters lists of contracts by kind. */
export const kindFilter: ListFilter = {
  name: 'kind',
  label: 'Kind',
  all: 'All kinds',
  options: agreementKinds.map((value) => ({ value, label: value })),
};

/** Returns the kind that the address names. */
export function kindAsked(query: Parameters<typeof chosen>[0]): AgreementKind | undefined {
  return agreementKinds.find((kind) => kind === chosen(query, kindFilter));
}
