import { MINUTE } from '#kernel/time.ts';
import type { Server } from '../../hosting/index.ts';

/** A machine that went off by itself counts as rebooting for this long. Stopping its services and booting take time. */
const REBOOT_MS = 5 * MINUTE;

/** Describes a failed installation that could not be removed completely. */
export function describeLeft(failure: string, reason: string): string {
  return `${failure} What was begun could not all be removed: ${reason}`;
}

/**
 * Returns why nothing can be installed on a server now, and what its owner can do. Returns undefined if the condition
 * may be temporary.
 */
export function describeInterruption(
  { status, pending, offSince }: Pick<Server, 'status' | 'pending' | 'offSince'>,
  now: number,
): string | undefined {
  if (status === 'terminated' || pending === 'terminate') return 'The server was terminated in the middle of it.';
  if (status === 'suspended' || pending === 'suspend') {
    return 'The server was suspended in the middle of it. Try again when it runs.';
  }
  if (status === 'rebuilding') return 'The server was rebuilt in the middle of it. Try again.';
  if (status === 'restoring') return 'The server was restored from a backup in the middle of it. Try again.';
  const isRebooting = offSince !== null && now - offSince < REBOOT_MS;
  if (pending === 'stop' || (status === 'stopped' && pending === null && !isRebooting)) {
    return 'The server was stopped in the middle of it. Start it, and try again.';
  }
  if (status === 'error' && pending === null) {
    return 'The server lost its machine in the middle of it. Restore it from a backup, and try again.';
  }
  return undefined;
}
