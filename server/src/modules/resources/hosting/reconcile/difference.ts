import type { VpsState } from '#engines/vps/driver.ts';
import { HOUR } from '#kernel/time.ts';
import type { HostingState, LivingRow } from '../store.ts';

/** Long enough for a machine that was removed by mistake to return to its addresses. */
const LOST_ADDRESSES_KEPT_MS = HOUR;
const FAMILIES = ['ipv4', 'ipv6'] as const;

/** Running machines without an address of an expected family. A booting machine has none for a moment. */
export class BareMachines {
  #before = new Set<string>();
  #now = new Set<string>();

  /** Returns true if the machine had no address in the previous pass either. */
  meetAgain(key: string): boolean {
    this.#now.add(key);
    return this.#before.has(key);
  }

  endPass(): void {
    this.#before = this.#now;
    this.#now = new Set();
  }
}

interface Surroundings {
  now: number;
  bare: BareMachines;
}

/** Returns the changes that make a record match the engine. Undefined if it matches, or must not be changed. */
export function findDifference(
  row: LivingRow,
  machine: VpsState | undefined,
  { now, bare }: Surroundings,
): Partial<HostingState> | undefined {
  // The host of the machine does not respond, so its state is unknown.
  if (machine?.outOfReach) return undefined;
  const changes = { ...noteMissing(row, machine, now), ...follow(row, machine, { now, bare }) };
  return Object.keys(changes).length > 0 ? changes : undefined;
}

/** Also marks a suspended VPS, whose status stays `suspended`. */
function noteMissing(row: LivingRow, machine: VpsState | undefined, now: number): Partial<HostingState> {
  const isWatched = isFollowed(row) || (row.status === 'suspended' && row.pending === null && row.node !== null);
  if (!isWatched || (machine === undefined) === (row.missing_since !== null)) return {};
  return { missing_since: machine ? null : now };
}

function follow(row: LivingRow, machine: VpsState | undefined, about: Surroundings): Partial<HostingState> {
  if (!isFollowed(row)) return {};
  return machine ? compare(row, machine, about) : lose(row, about.now);
}

/**
 * Returns false if work is pending or was left unfinished. A machine that was never created has no node; a start
 * creates it.
 */
function isFollowed({ status, pending, node }: LivingRow): boolean {
  if (pending !== null) return false;
  return status === 'running' || status === 'stopped' || (status === 'error' && node !== null);
}

/** Marks a machine as lost. The node stays: it tells a lost machine, which is restored, from one never created. */
function lose(row: LivingRow, now: number): Partial<HostingState> {
  if (row.status !== 'error') return { status: 'error', ...offByItself(row, now) };
  const since = row.missing_since ?? now;
  const letGo = Math.abs(now - since) >= LOST_ADDRESSES_KEPT_MS && (row.ipv4 !== '[]' || row.ipv6 !== '[]');
  return letGo ? { ipv4: '[]', ipv6: '[]' } : {};
}

/** A machine that is off and was not stopped by us went off by itself. */
function offByItself({ status }: LivingRow, now: number): Partial<HostingState> {
  return status === 'running' ? { off_since: now } : {};
}

function compare(row: LivingRow, machine: VpsState, { now, bare }: Surroundings): Partial<HostingState> {
  const changes: Partial<HostingState> = {};
  if (machine.status !== row.status) Object.assign(changes, { status: machine.status }, offByItself(row, now));
  if (machine.node !== row.node) changes.node = machine.node;
  for (const family of FAMILIES) {
    const addresses = machine[family];
    if (isSame(addresses, row[family])) continue;
    const isTold = addresses.length > 0 || (machine.status === 'running' && bare.meetAgain(`${row.id} ${family}`));
    if (isTold) changes[family] = JSON.stringify(addresses);
  }
  return changes;
}

/** Compares addresses in any order. */
function isSame(addresses: readonly string[], recorded: string): boolean {
  return JSON.stringify(addresses) === recorded || sorted(addresses) === sorted(JSON.parse(recorded));
}

function sorted(addresses: readonly string[]): string {
  return addresses.toSorted().join(' ');
}
