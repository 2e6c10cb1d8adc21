/**
 * Returns a function that runs work one at a time. Callers during a run share the next one, which begins after it and
 * so sees everything that they wrote.
 */
export function shareRuns(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    next = undefined;
    current = work().finally(() => {
      current = undefined;
    });
    return current;
  };
  return () => {
    if (!next && !current) return begin();
    next ??= current?.then(begin, begin);
    return next ?? begin();
  };
}
