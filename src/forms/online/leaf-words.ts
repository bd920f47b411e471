import { changesBetween } from '#contract/rules/merge/merge.ts';
import { type Leaf, leafPattern } from '#contract/rules/merge/shape.ts';

/** Labels of a form's fields, and the format of their values. */
export interface FieldWords {
  /** Keyed by field path, with `*` for a list item: `terms.repairDays`, `steps.*.upper`. */
  labels: Readonly<Record<string, string>>;
  /** Formats a value that is not plain text, such as an id; undefined falls back to the default format. */
  textOf?: ((field: string, value: unknown) => string | undefined) | undefined;
}

function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join(', ') || '—';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' || typeof value === 'number' ? String(value) || '—' : '—';
}

function writtenAs(words: FieldWords, field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return words.textOf?.(field, value) ?? '—';
  return words.textOf?.(field, value) ?? plainText(value);
}

/** Names a leaf as the screen does: `Steps “Flow”, Upper limit`. */
export function leafLabel(leaf: Leaf, words: FieldWords): string {
  let field = '';
  let items = 0;
  const lists: string[] = [];
  let own: string | undefined;
  for (const step of leaf.path) {
    if (typeof step === 'string') {
      field = field === '' ? step : `${field}.${step}`;
      own = words.labels[field] ?? step;
    } else {
      field = `${field}.*`;
      const item = leaf.within[items];
      items += 1;
      // An item of a set has no name other than its value.
      const name = Array.isArray(item)
        ? item.map((one) => writtenAs(words, field, one))
        : [writtenAs(words, field, item)];
      lists.push(`${own ?? ''} “${name.join(', ')}”`);
      own = undefined;
    }
  }
  if (leaf.part === 'order') return `${own ?? ''}, order`;
  return [...lists, ...(own === undefined ? [] : [own])].join(', ');
}

/** Formats the value that one side has at a leaf. */
export function leafText(leaf: Leaf, side: 'base' | 'theirs' | 'mine', words: FieldWords): string {
  const value = leaf[side];
  const field = leafPattern(leaf);
  const { base } = leaf;
  if (leaf.part === 'order') {
    return (value as unknown[]).map((item, at) => `${at + 1}. ${writtenAs(words, `${field}.*`, item)}`).join(', ');
  }
  if (leaf.part === 'value') return writtenAs(words, field, value);
  if (value === undefined) return base === undefined ? 'not listed' : 'removed';
  if (base === undefined || side === 'base') return 'listed';
  const changes = changesBetween(undefined, base, value).map((change) => {
    const inside: Leaf = {
      ...change,
      path: [...leaf.path, ...change.path],
      within: [...leaf.within, ...change.within],
    };
    const own = words.labels[leafPattern(inside)] ?? leafLabel(change, words);
    return `${own}: ${leafText(inside, 'theirs', words)}`;
  });
  return changes.length > 0 ? changes.join(', ') : 'listed';
}

/** Describes a change by another user that was kept, as part of a sentence: `Repair (days), changed to 3`. */
function takenWords(leaf: Leaf, words: FieldWords): string {
  const label = leafLabel(leaf, words);
  if (leaf.part === 'order') return `${label}, changed`;
  if (leaf.part === 'value') return `${label}, changed to ${leafText(leaf, 'theirs', words)}`;
  return leaf.theirs === undefined ? `${label}, removed` : `${label}, added`;
}

/** Says which changes by another user the save kept; empty if there were none. Source: docs/product.md P172. */
export function keptWords(taken: readonly Leaf[], words: FieldWords): string {
  return taken.map((leaf) => `${takenWords(leaf, words)} meanwhile, was kept.`).join(' ');
}
