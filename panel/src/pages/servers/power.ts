import type { Hosting } from '@hostler/sdk';
import type { PowerVerb } from './queries.ts';

/** What can be done to a server in this state; the API has the last word. */
export function allows(status: Hosting['status'], verb: PowerVerb): boolean {
  return verb === 'start' ? status === 'stopped' || status === 'error' : status === 'running';
}
