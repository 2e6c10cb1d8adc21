const waiting: (() => void)[] = [];

/**
 * Resolves in an event loop iteration of its own. Background work that becomes ready together continues one by one, so
 * that requests are answered in between. Otherwise a hundred timers that fire together would block the event loop.
 * Long work calls it between its steps, each of a few milliseconds: ten downloads take no longer turns than one.
 */
export function oneByOne(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letNext);
  });
}

function letNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letNext);
}
