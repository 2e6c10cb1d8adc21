import type { Hosting } from '@hostler/sdk';
import type { PowerVerb } from './queries.ts';

/** Returns true if the status allows the power action. The API decides. */
export function allows(status: Hosting['status'], verb: PowerVerb): boolean {
  return verb === 'start' ? status === 'stopped' || status === 'error' : status === 'running';
}
