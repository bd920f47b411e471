const general = globalThis.structuredClone;

function clonePlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'function' || typeof value === 'symbol') return general(value);
    return value;
  }
  if (Array.isArray(value)) return value.map(clonePlain);
  const made = Object.getPrototypeOf(value);
  if (made !== Object.prototype && made !== null) return general(value);
  // A copy of the whole keeps the order and the kind of its fields, which is faster than to add them one by one.
  const copy = { ...(value as Record<string, unknown>) };
  for (const key in copy) {
    const field = copy[key];
    if (typeof field === 'object' || typeof field === 'function' || typeof field === 'symbol')
      copy[key] = clonePlain(field);
  }
  return copy;
}

/**
 * Copies trees of plain values several times faster than `structuredClone`, which is what the simulated storage spends
 * most of its time in; everything else still goes through that. Values hold no cycles and nothing twice by reference.
 */
export const fastClone: typeof structuredClone = (value, options) =>
  options === undefined ? (clonePlain(value) as typeof value) : general(value, options);
