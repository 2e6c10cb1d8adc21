import { EngineError } from '../engine.ts';

/** The creation waits until a node is unlocked. */
export function failAllLocked(): EngineError {
  return new EngineError('unreachable', 'No node accepts new servers at the moment.', { waits: true });
}
