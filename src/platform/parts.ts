const onTheirWay = new Set<object>();

/** The parts of the app that were asked for and have not arrived yet. */
export const partsOnTheirWay: ReadonlySet<object> = onTheirWay;

/** Loads a part of the app, and knows it as on its way until then. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  const part = {};
  onTheirWay.add(part);
  try {
    return await load();
  } finally {
    onTheirWay.delete(part);
  }
}
