import { useSyncExternalStore } from 'react';
import type { Gate } from './gate.ts';

/** Returns true while a request waits at the gate. */
export function useGate(gate: Gate): boolean {
  return useSyncExternalStore(gate.subscribe, gate.isAsked);
}
