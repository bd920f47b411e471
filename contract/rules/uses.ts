import { counted } from './counted.ts';

/** The kinds of records that keep master data in use, with their words. */
const useWords = {
  device: ['device', 'devices'],
  contactPerson: ['contact person', 'contact persons'],
  agreement: ['warranty or contract', 'warranties and contracts'],
  schedule: ['schedule', 'schedules'],
  template: ['round template', 'round templates'],
} as const;

/** A kind of record that keeps master data in use. */
export type UseKind = keyof typeof useWords;

/** The records of one kind that use a record. */
export interface Use {
  kind: UseKind;
  count: number;
  /** The first of them, in the order of their names. */
  first: readonly { id: string; name: string }[];
}

/** Returns `5 devices`. */
export function countedUse({ kind, count }: Pick<Use, 'kind' | 'count'>): string {
  const [one, many] = useWords[kind];
  return counted(count, one, many);
}

/** Returns a sentence without its full stop: `5 devices, 1 schedule and 1 contact person use it`. */
export function usesWords(uses: readonly Use[]): string {
  const parts = uses.map(countedUse);
  const last = parts.pop() ?? '';
  const isOne = uses.length === 1 && uses[0]?.count === 1;
  return `${parts.length > 0 ? `${parts.join(', ')} and ` : ''}${last} ${isOne ? 'uses' : 'use'} it`;
}
