const general = globalThis.structuredClone;

function clonePlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'function' || typeof value === 'symbol') return general(value);
    return value;
  }
  if (Array.isArray(value)) return value.map(clonePlain);
  const made = Object.getPrototypeOf(value);
  if (made !== Object.prototype && made !== null) return general(value);
  // Copying the whole object keeps the order and kind of its fields, and is faster than adding them one by one.
  const copy = { ...(value as Record<string, unknown>) };
  for (const key in copy) {
    const field = copy[key];
    if (typeof field === 'object' || typeof field === 'function' || typeof field === 'symbol')
      copy[key] = clonePlain(field);
  }
  return copy;
}

/**
 * Clones plain trees several times faster than `structuredClone`, in which the simulated storage spends most of its
 * time; falls back to it for everything else. Values must not contain cycles or shared references.
 */
export const fastClone: typeof structuredClone = (value, options) =>
  options === undefined ? (clonePlain(value) as typeof value) : general(value, options);
