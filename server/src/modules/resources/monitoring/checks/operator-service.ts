import type { Query } from '../../../../kernel/db/query.ts';
import { notFound } from '../../../../kernel/errors.ts';
import { type Clock, formatTime } from '../../../../kernel/time.ts';
import { requireAccount } from '../../../identity/accounts/index.ts';
import { findCheckOwner, listAllChecks } from './operator-store.ts';
import type { Check, NewCheck } from './schemas.ts';
import type { CheckService } from './service.ts';
import { viewCheck } from './view.ts';

type Owned<T> = { account_id: number } & T;
type ListedCheck = Owned<Pick<Check, 'id' | 'name' | 'type' | 'target' | 'status' | 'error' | 'created_at'>>;

export type CheckOperatorService = ReturnType<typeof createCheckOperatorService>;

export function createCheckOperatorService({ clock, checks }: { clock: Clock; checks: CheckService }) {
  function* create({ account_id, ...input }: Owned<NewCheck>): Query<Owned<Check>> {
    yield* requireAccount(account_id);
    return { account_id, ...viewCheck(yield* checks.create(account_id, input, clock.now())) };
  }

  /** Of all customers, or of one. */
  function* list({ account_id }: { account_id?: number | undefined } = {}): Query<ListedCheck[]> {
    const rows = yield* listAllChecks(account_id);
    return rows.map(({ account_id, id, name, type, target, status, error, created_at }) => ({
      ...{ account_id, id, name, type, target, status, error },
      created_at: formatTime(created_at),
    }));
  }

  function* remove({ id }: { id: number }): Query<Owned<Check>> {
    const account_id = yield* findCheckOwner(id);
    if (account_id === undefined) throw notFound('Check');
    return { account_id, ...viewCheck(yield* checks.remove(account_id, id, clock.now())) };
  }

  return { create, list, remove };
}
