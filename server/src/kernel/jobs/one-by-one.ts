const waiting: (() => void)[] = [];

/**
 * For work in the background that goes on with something: what comes together goes on one after the other, each in a turn of
 * the event loop of its own, so that requests are answered in between. A hundred timers that end at the same moment would
 * otherwise be one long turn.
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
