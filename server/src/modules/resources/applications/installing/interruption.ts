import type { Server } from '../../hosting/index.ts';

/** What happened to a server so that nothing can be installed on it now; undefined where that may pass by itself. */
export function describeInterruption({ status, pending }: Pick<Server, 'status' | 'pending'>): string | undefined {
  if (status === 'terminated' || pending === 'terminate') return 'was terminated';
  if (status === 'suspended' || pending === 'suspend') return 'was suspended';
  if (status === 'restoring') return 'was restored from a backup';
  if (pending === 'stop' || (status === 'stopped' && pending === null)) return 'was stopped';
  if (status === 'error' && pending === null) return 'lost its machine';
  return undefined;
}
