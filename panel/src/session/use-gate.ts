import { useSyncExternalStore } from 'react';
import type { Gate } from './gate.ts';

/** Whether a request waits at this gate. */
export function useGate(gate: Gate): boolean {
  return useSyncExternalStore(gate.subscribe, gate.isAsked);
}
