import { currentTransaction, lockName, type Query } from '@hostler/database';
import type { TerminalKind, VpsDriver } from '#engines/vps/driver.ts';
import type { Actor } from '#kernel/audit/audit-context.ts';
import { randomBase62, sha256 } from '#kernel/crypto.ts';
import type { Environment } from '#kernel/environment.ts';
import type { Customer } from '#kernel/http/caller.ts';
import type { Links } from '#kernel/mail/links.ts';
import { formatTime } from '#kernel/time.ts';
import { type Holder, holderOf } from '../../../identity/holders/index.ts';
import type { HostingRow } from '../store.ts';
import { findHosting } from '../work.ts';
import { errors } from './errors.ts';
import { ABANDONED_MS, MOST_OF_ACCOUNT, MOST_OF_SERVER, TOKEN_MS } from './lifetimes.ts';
import { countInUse, insertConsole } from './store.ts';

/** Path of the WebSocket, below the API so that proxies which forward the API forward it, too. */
export const CONSOLE_PATH = '/api/v1/hosting/console/attach';
const TOKEN_PREFIX = 'svc_ct_';
const TOKEN_LENGTH = 43;
const TOKEN = /^svc_ct_[0-9A-Za-z]{43}$/;

export interface ConsoleOwner {
  readonly accountId: number;
  readonly environment: Environment;
  readonly holder: Holder;
  readonly actor: Actor;
  /** Why staff open it. */
  readonly reason?: string;
}

interface Dependencies {
  links: Links;
  vps: Pick<VpsDriver, 'capabilities'>;
}

export type ConsoleService = ReturnType<typeof createConsoleService>;

export function createConsoleService({ links, vps }: Dependencies) {
  /** Creates the one-time address of a terminal. In the sandbox it leads to a simulated terminal. */
  function* create(owner: ConsoleOwner, hostingId: number, kind: TerminalKind, now: number) {
    const { accountId, environment, holder, actor, reason } = owner;
    const server = yield* findHosting(accountId, hostingId);
    checkState(server, vps);
    yield* checkRoom(accountId, hostingId, now);
    const token = `${TOKEN_PREFIX}${randomBase62(TOKEN_LENGTH)}`;
    const expires_at = now + TOKEN_MS;
    const row = {
      ...{ account_id: accountId, hosting_id: hostingId, environment, kind },
      ...{ holder_kind: holder.kind, holder_id: holder.id },
      ...{ actor_kind: actor.kind, actor_id: actor.id, actor_label: actor.label },
      ...{ reason: reason ?? null, created_at: now, expires_at },
    };
    const { simulation } = yield* currentTransaction();
    const insert = function* (): Query<void> {
      yield* insertConsole(row, { hash: sha256(token) });
    };
    if (simulation) simulation.afterRollback.push(insert);
    else yield* insert();
    const url = `${links.base.replace(/^http/, 'ws')}${CONSOLE_PATH}?token=${token}`;
    return { server, console: { url, expires_at: formatTime(expires_at) } };
  }

  function* createForCustomer(caller: Customer, hostingId: number, kind: TerminalKind, now: number) {
    const { kind: actorKind, id, label, environment } = caller.credential;
    const actor: Actor = { kind: actorKind === 'key' ? 'key' : 'person', id, label };
    const owner = { accountId: caller.account.id, environment, holder: holderOf(caller), actor };
    return (yield* create(owner, hostingId, kind, now)).console;
  }

  return { create, createForCustomer };
}

/** Returns undefined if the text cannot be a token. */
export function hashToken(token: string | null): string | undefined {
  return token !== null && TOKEN.test(token) ? sha256(token) : undefined;
}

function checkState({ status }: HostingRow, { capabilities }: Pick<VpsDriver, 'capabilities'>): void {
  if (!capabilities.has('terminal')) throw errors.engine_without_terminal();
  if (status === 'running') return;
  throw errors.console_needs_running_vps({ status });
}

/** Counts after a lock, so that requests at the same moment do not all get the last place. */
function* checkRoom(accountId: number, hostingId: number, now: number): Query<void> {
  yield* lockName(`consoles of account ${accountId}`);
  const { ofAccount, ofServer } = yield* countInUse(accountId, hostingId, now, now - ABANDONED_MS);
  if (ofServer >= MOST_OF_SERVER) throw errors.too_many_consoles_of_vps({ max: MOST_OF_SERVER }, { transient: true });
  if (ofAccount >= MOST_OF_ACCOUNT)
    throw errors.too_many_consoles_of_account({ max: MOST_OF_ACCOUNT }, { transient: true });
}
