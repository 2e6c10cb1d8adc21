import type { Customer } from '../../../kernel/http/caller.ts';
import type { Owner } from './store.ts';

/** Webhooks belong to an account in one environment. */
export function ownerOf({ account, credential: { environment } }: Customer): Owner {
  return { accountId: account.id, environment };
}
