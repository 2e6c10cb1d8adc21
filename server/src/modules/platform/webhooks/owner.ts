import type { Customer } from '#kernel/http/caller.ts';
import type { Owner } from './store.ts';

/** A webhook belongs to one account in one environment. */
export function ownerOf({ account, credential: { environment } }: Customer): Owner {
  return { accountId: account.id, environment };
}
