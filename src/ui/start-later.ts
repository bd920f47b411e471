/**
 * Starts a watcher whose code loads later, so that the first rows do not wait for it. Returns a function that stops it.
 */
export function startLater(load: () => Promise<() => () => void>): () => void {
  let isOver = false;
  let end = () => {
    isOver = true;
  };
  load().then(
    (start) => {
      if (!isOver) end = start();
    },
    // If the code cannot be loaded, the page works without it.
    () => undefined,
  );
  return () => end();
}
