import { useSyncExternalStore } from 'react';

/** Display preferences of this browser. The theme stores the colour scheme. */
export interface Preferences {
  /** IANA name; null for the time zone of the browser. */
  readonly timeZone: string | null;
  /** 1 is Monday; null for the default of the language. */
  readonly firstDay: 1 | 6 | 7 | null;
  /** People of this browser who restart servers without a question, by id. */
  readonly restartUnasked: readonly number[];
}

const KEY = 'hostler.preferences';
const DEFAULTS: Preferences = { timeZone: null, firstDay: null, restartUnasked: [] };

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
