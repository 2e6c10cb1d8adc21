import { useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** Open dialogs, topmost last. */
let layers: readonly symbol[] = [];
const listeners = new Set<() => void>();

function change(next: readonly symbol[]): void {
  layers = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Registers a dialog while open. Returns true if it is topmost: Esc closes only that one. */
export function useTopmost(opened: boolean): boolean {
  const [layer] = useState(() => Symbol('layer'));
  useLayoutEffect(() => {
    if (!opened) return;
    change([...layers, layer]);
    return () => change(layers.filter((other) => other !== layer));
  }, [opened, layer]);
  return useSyncExternalStore(subscribe, () => layers.at(-1) === layer);
}
