/** Reloads the app; plain HTML, because nothing else may have loaded when it is shown. */
export function TryAgain() {
  return (
    <button
      type="button"
      onClick={() => window.location.reload()}
      className="min-h-target rounded-control bg-primary px-5 font-semibold text-on-primary"
    >
      Try again
    </button>
  );
}
