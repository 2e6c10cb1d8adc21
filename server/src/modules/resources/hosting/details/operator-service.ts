import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { VpsDriver, VpsState } from '#engines/vps/driver.ts';
import { notFound } from '#kernel/errors.ts';
import { formatOptionalTime, formatTime, SECOND } from '#kernel/time.ts';
import { listResourceActions } from '../../../platform/actions/index.ts';
import type { ServerContract } from '../contract.ts';
import type { ServerGuard } from '../guards.ts';
import { instanceName } from '../machine.ts';
import type { HostingService } from '../service.ts';
import { tellSuspension } from '../suspensions/view.ts';
import { shownThrottle } from '../traffic/size.ts';
import { viewHosting } from '../view.ts';
import { findStaffFacts, listServerAddresses } from './operator-store.ts';
import type { EngineFacts, HostingDetails } from './schemas.ts';

const [MOST_ACTIONS, MOST_ADDRESSES] = [25, 50];
/** A page does not wait longer for the engine. */
const PATIENCE_MS = 5 * SECOND;
const NOTHING = { status: null, node: null, ipv4: [], ipv6: [] };

interface Dependencies {
  db: Database;
  vps: Pick<VpsDriver, 'capabilities' | 'inspect'>;
  hosting: Pick<HostingService, 'find' | 'listSuspensions'>;
  contracts: Pick<ServerContract, 'find'>;
  guards: Pick<ServerGuard, 'describe'>;
}

export type HostingDetailsService = ReturnType<typeof createHostingDetails>;

/** Everything about one server for staff: its record, its machine, its history and its subscription. */
export function createHostingDetails({ db, vps, hosting, contracts, guards }: Dependencies) {
  async function show({ id }: { id: number }): Promise<HostingDetails> {
    const details = await db.read(readRecord(id));
    const isGone = details.status === 'terminated';
    return { ...details, engine: isGone ? { state: 'missing', ...NOTHING, error: null } : await readEngine(id) };
  }

  function* readRecord(id: number) {
    const facts = yield* findStaffFacts(id);
    if (!facts) throw notFound('Server');
    const { account_id, account_name, size_reason } = facts;
    const row = yield* hosting.find(account_id, id);
    return {
      ...{ account_id, account_name, ...viewHosting(row, vps) },
      ...{ kind: row.kind, instance: instanceName(id), pending: row.pending, size_reason },
      throttled_mbps: shownThrottle(row),
      throttle_missing_since: formatOptionalTime(row.throttle_missing_since),
      isolation_reason: row.isolation_reason,
      network: yield* guards.describe(account_id, id),
      off_since: formatOptionalTime(row.off_since),
      missing_since: formatOptionalTime(row.missing_since),
      suspensions: (yield* hosting.listSuspensions(account_id, id)).map(tellSuspension),
      addresses: (yield* listServerAddresses(id, MOST_ADDRESSES)).map((one) => ({
        ...one,
        assigned_at: formatTime(one.assigned_at),
        released_at: formatOptionalTime(one.released_at),
      })),
      actions: yield* listResourceActions('hosting', id, MOST_ACTIONS),
      subscription: (yield* contracts.find(account_id, id)) ?? null,
    };
  }

  async function readEngine(id: number): Promise<EngineFacts> {
    const late = sleep(PATIENCE_MS, 'late' as const, { ref: false });
    let state: VpsState | undefined | 'late';
    try {
      state = await Promise.race([vps.inspect(instanceName(id)), late]);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return { state: 'unreachable', ...NOTHING, error: error.message };
    }
    if (state === 'late') return { state: 'unreachable', ...NOTHING, error: 'The engine did not answer in time.' };
    if (!state) return { state: 'missing', ...NOTHING, error: null };
    if (state.outOfReach) return { state: 'unreachable', ...NOTHING, error: `The node ${state.node} does not answer.` };
    const { status, node, ipv4, ipv6 } = state;
    return { state: 'found', status, node, ipv4, ipv6, error: null };
  }

  return { show };
}
