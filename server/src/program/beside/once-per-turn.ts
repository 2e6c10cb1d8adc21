/** Returns a function that runs `run` at the end of the turn, once for all its calls in this turn of the event loop. */
export function oncePerTurn(run: () => void): () => void {
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      run();
    });
  };
}
