import { errors } from './errors.ts';
import type { HostingRow, HostingWork } from './store.ts';

/** Rules about which operations a VPS allows in its current state. */

type State = Pick<HostingRow, 'status' | 'pending'>;

/** Returns true also for a suspended VPS, which can be suspended for another cause. */
export function canBeSuspended(row: State): boolean {
  return !isEnding(row);
}

/** Returns true if the VPS is suspended or about to be, and not about to be resumed. */
export function isSuspending({ status, pending }: State): boolean {
  return pending === 'suspend' || (status === 'suspended' && pending !== 'unsuspend');
}

export function isEnding({ status, pending }: State): boolean {
  return status === 'terminated' || pending === 'terminate';
}

/** Returns true if the machine was never created: a created machine has a node. */
export function isUncreated({ status, node }: Pick<HostingRow, 'status' | 'node'>): boolean {
  return node === null && (status === 'provisioning' || status === 'error');
}

export function refuseUnless(row: State, statuses: readonly State['status'][], done: string): void {
  if (!statuses.includes(row.status)) throw errors.vps_state_forbids({ status: row.status, done });
}

export function refuseWhileBusy(row: State): void {
  if (row.pending) throw errors.vps_busy({ status: describe(row) });
}

const UNDER_WAY: Record<HostingWork, string> = {
  create: 'being made',
  adopt: 'being taken over',
  start: 'being started',
  stop: 'being stopped',
  restart: 'being restarted',
  access: 'being given its keys',
  password: 'being given its password',
  rebuild: 'being rebuilt',
  rescue: 'being rebooted for its rescue system',
  resize: 'being resized',
  snapshot: 'being snapshotted',
  suspend: 'being suspended',
  unsuspend: 'being unsuspended',
  terminate: 'being terminated',
};

export function describe({ status, pending }: State): string {
  return pending ? UNDER_WAY[pending] : status;
}
