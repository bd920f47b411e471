/** Starts a watch whose part is loaded now, so that the first rows do not wait for it. Returns: ends it. */
export function startLater(load: () => Promise<() => () => void>): () => void {
  let isOver = false;
  let end = () => {
    isOver = true;
  };
  load().then(
    (start) => {
      if (!isOver) end = start();
    },
    // Without network the page goes without it.
    () => undefined,
  );
  return () => end();
}
