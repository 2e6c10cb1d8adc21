import { useSyncExternalStore } from 'react';
import type { Gate } from './gate.ts';

/** Returns true while the gate's dialog is open. */
export function useGate(gate: Gate): boolean {
  return useSyncExternalStore(gate.subscribe, gate.isAsked);
}
