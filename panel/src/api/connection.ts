/** Connection state, as reported by the stream of hints and by the browser. */
let cutOff = false;
const listeners = new Set<() => void>();

export function isCutOff(): boolean {
  return cutOff;
}

export function setCutOff(now: boolean): void {
  if (now === cutOff) return;
  cutOff = now;
  for (const listener of listeners) listener();
}

export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
