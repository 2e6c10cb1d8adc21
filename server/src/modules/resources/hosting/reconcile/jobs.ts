import type { Database } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { VpsDriver, VpsState } from '#engines/vps/driver.ts';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import type { Logger } from '#kernel/log.ts';
import type { Outages } from '#kernel/outages.ts';
import { MINUTE } from '#kernel/time.ts';
import { hostingIdOf, instanceName, isDrill } from '../machine.ts';
import { listLiving } from '../operator-store.ts';
import type { HostingService } from '../service.ts';
import type { HostingState, LivingRow } from '../store.ts';
import { listSuspended } from '../suspensions/operator-store.ts';
import { BareMachines, findDifference } from './difference.ts';

/** Rows per transaction. Small, so that customers' writes do not wait. */
const AT_ONCE = 100;
/**
 * Pause before a machine that cannot be stopped or started is tried again. Each try is an action that its owner sees.
 */
const TRY_AGAIN_AFTER_MS = 10 * MINUTE;

/** Excludes `restoring`: the restore ends first. */
const SUSPENDABLE: ReadonlySet<string> = new Set(['running', 'stopped', 'error', 'suspended']);

interface Dependencies {
  db: Database;
  vps: VpsDriver;
  everyMs: number;
  log: Logger;
  outages: Outages;
  hosting: Pick<HostingService, 'followEngine' | 'stopAgain' | 'enforce'>;
  /** Notifies staff of machines that are gone; returns those of this mail. */
  reportMissing?(now: number): Promise<readonly { id: number }[]>;
  /** Called with every pass. */
  onEngineSeen?(seen: EngineSeen, now: number): Promise<void>;
}

/** State of the engine. */
export type EngineSeen =
  | { readonly reachable: false; readonly error: string }
  /** Number of our servers on each host that does not respond. */
  | { readonly reachable: true; readonly lostNodes: ReadonlyMap<string, number> };

/**
 * Compares all records with all machines in memory and writes the differences. Machines are also stopped, started,
 * moved, renamed and deleted by hand. Rows are read before the engine and changed only if unchanged since: work
 * accepted or ended meanwhile wins.
 */
export function reconcileHosting(deps: Dependencies): RecurringJob {
  const { db, vps, everyMs, log, outages, hosting, reportMissing, onEngineSeen } = deps;
  const bare = new BareMachines();
  const tried = new Map<number, number>();
  let strangers = new Set<string>();

  async function follow(differing: readonly [LivingRow, Partial<HostingState>][], now: number): Promise<void> {
    for (let first = 0; first < differing.length; first += AT_ONCE) {
      const batch = differing.slice(first, first + AT_ONCE);
      const followed = await db.write(function* () {
        const changed: typeof batch = [];
        for (const [row, changes] of batch)
          if (yield* hosting.followEngine(row, changes, now)) changed.push([row, changes]);
        return changed;
      });
      for (const [{ id, status }, changes] of followed) {
        const level = changes.status === 'error' ? 'warn' : 'info';
        log[level]({ hosting_id: id, status, changes }, 'a server was changed on the engine; its record follows');
      }
    }
  }

  function isTurn({ id }: LivingRow, now: number): boolean {
    if (Math.abs(now - (tried.get(id) ?? Number.NEGATIVE_INFINITY)) < TRY_AGAIN_AFTER_MS) return false;
    tried.set(id, now);
    return true;
  }

  /** Retries a suspension, or the end of one, that the engine refused. */
  async function enforceSuspension(row: LivingRow, now: number): Promise<void> {
    if (!isTurn(row, now)) return;
    const work = await db.write(() => hosting.enforce(row, now));
    if (work) log.warn({ hosting_id: row.id, work }, 'a server is not what its suspensions say; it is tried again');
  }

  async function stopSuspended(row: LivingRow, now: number): Promise<void> {
    if (!isTurn(row, now)) return;
    const queued = await db.write(() => hosting.stopAgain(row, now));
    if (queued) log.warn({ hosting_id: row.id }, 'a suspended server was started on the engine; it is stopped again');
  }

  /** Logs machines without a record. Records created or ended during the query of the engine count as known. */
  async function reportStrangers(machines: Iterable<string>, before: ReadonlyMap<number, unknown>): Promise<void> {
    const unknown = [...machines].filter((name) => !isDrill(name) && !before.has(hostingIdOf(name) ?? 0));
    const after = unknown.length > 0 ? await db.read(listLiving()) : before;
    const found = unknown.filter((name) => !after.has(hostingIdOf(name) ?? 0));
    const fresh = found.filter((name) => !strangers.has(name));
    strangers = new Set(found);
    if (fresh.length === 0) return;
    log.warn({ machines: fresh, count: found.length }, 'the engine has machines without a record in Hostler');
  }

  return {
    name: 'hosting.reconcile',
    everyMs,
    async run(now) {
      const rows = await db.read(listLiving());
      const suspended = await db.read(listSuspended());
      let machines: Map<string, VpsState>;
      try {
        machines = new Map((await vps.list()).map((machine) => [machine.name, machine]));
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        // The records stay unchanged.
        outages.fail({ engine: 'vps' }, error);
        await onEngineSeen?.({ reachable: false, error: error.message }, now);
        return;
      }
      const differing: [LivingRow, Partial<HostingState>][] = [];
      for (const row of rows.values()) {
        const machine = machines.get(instanceName(row.id));
        if (
          row.pending === null &&
          SUSPENDABLE.has(row.status) &&
          suspended.has(row.id) !== (row.status === 'suspended')
        ) {
          await enforceSuspension(row, now);
        } else if (row.status === 'suspended' && row.pending === null && machine?.status === 'running') {
          await stopSuspended(row, now);
        }
        const changes = findDifference(row, machine, { now, bare });
        if (changes) differing.push([row, changes]);
      }
      bare.endPass();
      await follow(differing, now);
      const missing = await reportMissing?.(now);
      if (missing?.length) log.warn({ hosting_ids: missing.map(({ id }) => id) }, 'machines missing: staff notified');
      await reportStrangers(machines.keys(), rows);
      await onEngineSeen?.({ reachable: true, lostNodes: countLost(machines.values(), rows) }, now);
    },
  };
}

function countLost(machines: Iterable<VpsState>, rows: ReadonlyMap<number, LivingRow>): Map<string, number> {
  const lost = new Map<string, number>();
  for (const { name, node, outOfReach } of machines) {
    if (outOfReach && rows.has(hostingIdOf(name) ?? 0)) lost.set(node, (lost.get(node) ?? 0) + 1);
  }
  return lost;
}
