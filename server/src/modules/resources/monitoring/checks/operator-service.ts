import type { AccountListRequest, Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import { type Clock, formatTime } from '#kernel/time.ts';
import { requireAccount } from '../../../identity/accounts/index.ts';
import { findCheckOwner, listAllChecks } from './operator-store.ts';
import type { Check, CheckStatus, NewCheck } from './schemas.ts';
import type { CheckService } from './service.ts';
import { viewCheck } from './view.ts';
import { type PastTry, replayTries } from './watching/replay.ts';
import type { CheckAlerts } from './watching/tell.ts';

type Owned<T> = { account_id: number } & T;
type ListedCheck = Owned<Pick<Check, 'id' | 'name' | 'type' | 'target' | 'status' | 'error' | 'created_at'>>;

export type CheckOperatorService = ReturnType<typeof createCheckOperatorService>;

interface Dependencies {
  clock: Clock;
  checks: CheckService;
  alerts: CheckAlerts;
}

export function createCheckOperatorService({ clock, checks, alerts }: Dependencies) {
  function* create({ account_id, ...input }: Owned<NewCheck>): Query<Owned<Check>> {
    yield* requireAccount(account_id);
    return { account_id, ...viewCheck(yield* checks.create(account_id, input, clock.now())) };
  }

  /** Lists the checks of all accounts or of one. */
  function* list(request: AccountListRequest<CheckStatus> = {}): Query<ListedCheck[]> {
    const rows = yield* listAllChecks(request);
    return rows.map(({ account_id, id, name, type, target, status, error, created_at }) => ({
      ...{ account_id, id, name, type, target, status, error },
      created_at: formatTime(created_at),
    }));
  }

  function* remove({ id }: { id: number }): Query<Owned<Check>> {
    const account_id = yield* ownerOf(id);
    return { account_id, ...viewCheck(yield* checks.remove(account_id, id, clock.now())) };
  }

  /** Records past results, oldest first. */
  function* recordHistory({ id, tries }: { id: number; tries: readonly PastTry[] }): Query<void> {
    const accountId = yield* ownerOf(id);
    yield* replayTries(accountId, id, tries, { find: () => checks.find(accountId, id), alerts });
  }

  return { create, list, remove, recordHistory };
}

function* ownerOf(id: number): Query<number> {
  const accountId = yield* findCheckOwner(id);
  if (accountId === undefined) throw notFound('Check');
  return accountId;
}
