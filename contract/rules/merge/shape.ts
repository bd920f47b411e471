/**
 * How two edits of a value are compared: as one value, field by field, place by place, or item by item. A value without
 * a shape is compared field by field if it is an object, as a set if it is a list of plain values, else as one value.
 */
export type Shape =
  | { as: 'value' }
  /** An item identified by its id; its other fields only name it. */
  | { as: 'identity' }
  | {
      as: 'fields';
      fields?: Readonly<Record<string, Shape>>;
      /**
       * Fields that define the meaning of others, such as the unit of a limit. If one side changed such a field and the
       * other side a field that depends on it, the user is asked.
       */
      governs?: Readonly<Record<string, readonly string[]>>;
      /** The field that decides which other fields exist; different variants are compared as whole values. */
      variant?: string;
    }
  | { as: 'places' }
  | ItemsShape
  /** A set in one text, separated by commas. */
  | { as: 'joined' };

/** A list whose items are identified by an id, whatever their position. */
export interface ItemsShape {
  as: 'items';
  idOf: (item: unknown) => string;
  item?: Shape;
  /** The order has a meaning and is compared as a separate value. */
  isOrdered: boolean;
}

/** A step of the path to a leaf: a field name or an item id. */
export type Step = string | { id: string };

/** The smallest part of a record that two edits can disagree about. A side that does not have it is undefined. */
export interface Leaf {
  path: readonly Step[];
  /**
   * A value, a whole item of a list that one side added or removed, or the order of a list (all items in that order).
   */
  part: 'value' | 'item' | 'order';
  base: unknown;
  theirs: unknown;
  mine: unknown;
  /** The items that contain it, outermost first. */
  within: readonly unknown[];
}

/** Identifies a leaf within its record. */
export function leafKey({ path, part }: Leaf): string {
  return JSON.stringify([part, ...path]);
}

/** The path of a leaf without ids, such as `steps.*.upper`: the key of its label. */
export function leafPattern({ path }: Pick<Leaf, 'path'>): string {
  return path.map((step) => (typeof step === 'string' ? step : '*')).join('.');
}
