import { changeRow, type Database, type Query } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { VpsDriver } from '#engines/vps/driver.ts';
import type { ActionKind, ActionResource } from '#kernel/jobs/action-kind.ts';
import { HOSTING_RESOURCE, instanceName } from '../hosting/index.ts';
import { listFirewallsOf } from './attachments/store.ts';
import { readPolicy } from './policies/policy.ts';
import { countOpen, noteApplied } from './policies/store.ts';
import { changeFirewall, type FirewallRow, findFirewall } from './store.ts';

const RESOURCE: ActionResource = { type: 'firewall', scopes: ['hosting.read', 'hosting.write'], lane: 'vps' };

/** A server, and the version of its packet rules that is in effect. */
export interface Applied {
  hostingId: number;
  version: number;
}

export interface ApplyInput {
  servers: Applied[];
}

export type FirewallActions = ReturnType<typeof createFirewallActions>;

interface Dependencies {
  db: Database;
  vps: Pick<VpsDriver, 'setFirewall'>;
  /** Blocks outgoing mail of accounts without a decision. */
  smtpBlocked: boolean;
}

export interface NetworkInput {
  hostingId: number;
}

/**
 * Sends the current packet rules of a server to the engine, which may be newer than those of the change. Returns the
 * version that is in effect. A machine that does not exist gets them when it is created.
 */
export async function applyPolicy(
  { db, vps, smtpBlocked }: Dependencies,
  hostingId: number,
  signal?: AbortSignal,
): Promise<number> {
  const policy = await db.read(readPolicy(hostingId, smtpBlocked));
  if (!policy) return 0;
  try {
    await vps.setFirewall(instanceName(hostingId), policy, { signal });
  } catch (error) {
    if (!(error instanceof EngineError && error.code === 'not_found')) throw error;
  }
  return policy.version;
}

export function createFirewallActions(dependencies: Dependencies) {
  const apply: ActionKind<ApplyInput, Applied[]> = {
    type: 'firewall.apply',
    resource: RESOURCE,
    async run({ servers }, { signal, report }) {
      const applied: Applied[] = [];
      for (const { hostingId } of servers) {
        applied.push({ hostingId, version: await applyPolicy(dependencies, hostingId, signal) });
        if (servers.length > 1) await report((100 * applied.length) / servers.length);
      }
      return applied;
    },
    *succeed({ accountId, resourceId, now }, _input, applied) {
      yield* settleApplied(accountId, applied, now);
      yield* settleFirewall(accountId, resourceId, now);
    },
    *fail({ accountId, resourceId, now }, _input, { message }) {
      yield* changeIf(accountId, resourceId, now, () => ({ status: 'failed', error: message }));
    },
    simulate: ({ servers }) => servers,
  };
  /** Changes the network of one server. If that fails, the recurring job tries again. */
  const network = (type: 'hosting.isolate' | 'hosting.release'): ActionKind<NetworkInput, Applied> => ({
    type,
    resource: HOSTING_RESOURCE,
    neverRefused: true,
    waitsForEngine: true,
    async run({ hostingId }, { signal }) {
      return { hostingId, version: await applyPolicy(dependencies, hostingId, signal) };
    },
    *succeed({ accountId, now }, _input, applied) {
      yield* settleApplied(accountId, [applied], now);
    },
    *fail() {},
    simulate: ({ hostingId }) => ({ hostingId, version: 0 }),
  });

  return { apply, isolate: network('hosting.isolate'), release: network('hosting.release') };
}

/** Records that servers have their packet rules, and updates the status of their firewalls. */
export function* settleApplied(accountId: number, applied: readonly Applied[], now: number): Query<void> {
  const touched = new Set<number>();
  for (const { hostingId, version } of applied) {
    yield* noteApplied(hostingId, version);
    for (const id of yield* listFirewallsOf(accountId, hostingId)) touched.add(id);
  }
  for (const id of touched) yield* settleFirewall(accountId, id, now);
}

/** Sets the status `active` once all servers of a firewall have their packet rules. */
function* settleFirewall(accountId: number, id: number, now: number): Query<void> {
  if ((yield* countOpen(id)) > 0) return;
  yield* changeIf(accountId, id, now, (row) =>
    row.status === 'active' ? undefined : { status: 'active', error: null },
  );
}

/** Changes a firewall unless it is gone or the decision is undefined. */
function changeIf(
  accountId: number,
  id: number,
  now: number,
  decide: (row: FirewallRow) => Parameters<typeof changeFirewall>[2] | undefined,
): Query<FirewallRow | undefined> {
  return changeRow(
    () => findFirewall(accountId, id),
    function* (row) {
      const changes = decide(row);
      return changes ? yield* changeFirewall(accountId, row, changes, now) : row;
    },
  );
}
