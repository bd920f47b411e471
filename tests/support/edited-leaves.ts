import type { Leaf } from '#contract/rules/merge/shape.ts';

/** A record's values, keyed by field name. */
export type Fields = Readonly<Record<string, unknown>>;
/** Items are known by the first of these that they have. */
export const itemIds = ['id', 'installationBaseEntityId', 'on', 'measure'];
/** Values that are one although they have parts, and texts that have several. */
const wholes = new Set(['penalties.*.steps']);
export const joinedFields = new Set(['types']);
/** Lists whose items are only their ids. */
export const knownLists = new Set(['serials', 'selectedSerials', 'equipment']);

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
/** Names an item of a list. */
export const itemId = (item: unknown): string =>
  isFields(item) ? itemIds.flatMap((name) => (name in item ? [String(item[name])] : [])).join(' ') : String(item);

/** The parts of a text that lists several. */
export const partsOf = (text: unknown): string[] => String(text).split(', ').filter(Boolean);

/** All leaves of a record by their place, written without the code under test. */
export function flat(
  value: unknown,
  place: readonly string[] = [],
  leaves = new Map<string, string>(),
): Map<string, string> {
  const name = place.at(-1) ?? '';
  const parts: unknown = joinedFields.has(name) ? partsOf(value) : value;
  if (Array.isArray(parts) && name === 'endSteps')
    parts.forEach((item, at) => flat(item, [...place, String(at)], leaves));
  else if (Array.isArray(parts)) {
    for (const item of parts as unknown[]) {
      const id = [...place, `#${itemId(item)}`];
      leaves.set(JSON.stringify(id), 'there');
      if (isFields(item) && !knownLists.has(name)) flat(item, id, leaves);
    }
  } else if (isFields(parts)) {
    for (const [field, item] of Object.entries(parts)) {
      if (wholes.has(`${place.at(-2) ?? ''}.*.${field}`)) {
        leaves.set(JSON.stringify([...place, field]), JSON.stringify(item));
      } else flat(item, [...place, field], leaves);
    }
  } else leaves.set(JSON.stringify(place), JSON.stringify(parts ?? null));
  return leaves;
}

/** The place of a leaf, as `flat` writes it. */
export const placeOf = ({ path }: Leaf) => path.map((step) => (typeof step === 'string' ? step : `#${step.id}`));
/** True if a question about a leaf is one about this place. */
export const covers = (leaf: Leaf, place: string) => {
  const steps = JSON.parse(place) as string[];
  return placeOf(leaf).every((step, at) => steps[at] === step);
};
