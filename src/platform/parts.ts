const onTheirWay = new Set<object>();

/** The parts of the app that are still loading. */
export const partsOnTheirWay: ReadonlySet<object> = onTheirWay;

/** Loads a part of the app, and lists it in `partsOnTheirWay` until then. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  const part = {};
  onTheirWay.add(part);
  try {
    return await load();
  } finally {
    onTheirWay.delete(part);
  }
}
