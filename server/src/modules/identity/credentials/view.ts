import type { Customer } from '#kernel/http/caller.ts';
import type { LimitUse } from '#kernel/limits/limit-book.ts';
import { formatOptionalTime } from '#kernel/time.ts';

export function viewMe({ account, person, credential }: Customer, limits: LimitUse) {
  const { id, label, environment, scopes, rate, expiresAt } = credential;
  return {
    account,
    key: person ? null : { id, name: label },
    person: person ?? null,
    environment,
    scopes: [...scopes],
    rate_limit: rate.limit,
    token_expires_at: formatOptionalTime(expiresAt),
    limits,
  };
}
