import type { AccountListRequest, Query } from '@hostler/database';
import type { VpsDriver } from '#engines/vps/driver.ts';
import { audit } from '#kernel/audit/record.ts';
import { type Clock, formatTime } from '#kernel/time.ts';
import { requireAccount } from '../../identity/accounts/index.ts';
import { startAction } from '../../platform/actions/index.ts';
import type { GuardState, Servers } from '../hosting/index.ts';
import { serialKeyOf } from '../hosting/index.ts';
import { withOwner } from '../owned.ts';
import type { FirewallActions } from './actions.ts';
import { errors } from './errors.ts';
import { listAllFirewalls, listAttached, listServerIds } from './operator-store.ts';
import { isSmtpBlocked } from './policies/policy.ts';
import { doubtPolicy, findPolicy, touchPolicy } from './policies/store.ts';
import type { FirewallStatus, Rule } from './schemas.ts';
import { setSmtp } from './smtp/store.ts';

export { listOverLimit } from './operator-store.ts';

interface Dependencies {
  clock: Clock;
  actions: FirewallActions;
  servers: Pick<Servers, 'find' | 'setIsolation'>;
  vps: Pick<VpsDriver, 'capabilities'>;
  /** Returns the account of a server. Throws NOT_FOUND. */
  findOwner(hostingId: number): Query<number>;
  smtpBlocked: boolean;
}

export type FirewallOperatorService = ReturnType<typeof createFirewallOperatorService>;

export function createFirewallOperatorService(dependencies: Dependencies) {
  const { clock, actions, servers, vps, findOwner, smtpBlocked } = dependencies;

  /** Lists the firewalls of all accounts or of one. */
  function* list(request: AccountListRequest<FirewallStatus> = {}) {
    const rows = yield* listAllFirewalls(request);
    return rows.map((row) =>
      withOwner(row, {
        id: row.id,
        name: row.name,
        status: row.status,
        inbound_rules: (JSON.parse(row.inbound) as Rule[]).length,
        outbound_rules: (JSON.parse(row.outbound) as Rule[]).length,
        servers: row.servers,
        error: row.error,
        created_at: formatTime(row.created_at),
        updated_at: formatTime(row.updated_at),
      }),
    );
  }

  /** Returns the firewalls of a server, and whether its packet rules are in effect. */
  function* describe(accountId: number, hostingId: number): Query<GuardState> {
    const policy = yield* findPolicy(hostingId);
    return {
      firewalls: yield* listAttached(hostingId),
      smtp_blocked: yield* isSmtpBlocked(accountId, smtpBlocked),
      applied: policy === undefined || (policy.applied_version ?? -1) >= policy.version,
    };
  }

  /** Turns off the network of a server. It keeps running. */
  function* isolate({ id, reason }: { id: number; reason: string }) {
    if (!vps.capabilities.has('firewall')) {
      throw errors.network_cannot_be_turned_off();
    }
    return yield* changeNetwork(id, reason, actions.isolate);
  }

  /** Turns on the network of an isolated server. */
  function* release({ id }: { id: number }) {
    return yield* changeNetwork(id, null, actions.release);
  }

  function* changeNetwork(id: number, reason: string | null, kind: FirewallActions['isolate']) {
    const accountId = yield* findOwner(id);
    const now = clock.now();
    const { hostname } = yield* servers.setIsolation(accountId, id, reason, now);
    yield* touchPolicy(accountId, id, now);
    const record = { type: 'hosting', id, label: reason === null ? hostname : `${hostname}: ${reason}` };
    yield* audit({ accounts: [accountId], record, changed: ['status_reason'], now });
    const work = { accountId, resourceId: id, input: { hostingId: id }, now, serialKey: serialKeyOf(id) };
    const action = yield* startAction(kind, work);
    return { id, account_id: accountId, hostname, isolated: reason !== null, reason, action_id: action.id };
  }

  /** Allows or blocks outgoing mail of all servers of an account. It takes effect within a minute. */
  function* changeSmtp(accountId: number, allowed: boolean) {
    yield* requireAccount(accountId);
    const now = clock.now();
    const isChanged = (yield* isSmtpBlocked(accountId, smtpBlocked)) === allowed;
    yield* setSmtp(accountId, allowed, now);
    const ids = yield* listServerIds(accountId);
    for (const id of isChanged ? ids : []) {
      yield* touchPolicy(accountId, id, now);
      yield* doubtPolicy(id, now);
    }
    return { account_id: accountId, outbound_smtp: allowed ? 'allowed' : 'blocked', servers: ids.length };
  }

  const allowSmtp = ({ account_id }: { account_id: number }) => changeSmtp(account_id, true);
  const blockSmtp = ({ account_id }: { account_id: number }) => changeSmtp(account_id, false);

  return { list, describe, isolate, release, allowSmtp, blockSmtp };
}
