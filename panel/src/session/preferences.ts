import { useSyncExternalStore } from 'react';

/** How this browser shows things to its person; light or dark is kept by the theme. */
export interface Preferences {
  /** As the IANA names it; the browser's own when null. */
  readonly timeZone: string | null;
  /** 1 is Monday; the language's own when null. */
  readonly firstDay: 1 | 6 | 7 | null;
}

const KEY = 'hostler.preferences';
const DEFAULTS: Preferences = { timeZone: null, firstDay: null };

let preferences = read();
const listeners = new Set<() => void>();

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => preferences);
}

export function setPreferences(change: Partial<Preferences>): void {
  preferences = { ...preferences, ...change };
  localStorage.setItem(KEY, JSON.stringify(preferences));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const other = ({ key }: StorageEvent) => {
    if (key !== KEY) return;
    preferences = read();
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', other);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', other);
  };
}

function read(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>) };
  } catch {
    return DEFAULTS;
  }
}
