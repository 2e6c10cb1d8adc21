import type { Caller } from '../../../kernel/http/caller.ts';
import type { LimitUse } from '../../../kernel/limits/limit-book.ts';
import { formatOptionalTime } from '../../../kernel/time.ts';

export function viewMe({ account, key, environment, scopes, rateLimit, tokenExpiresAt }: Caller, limits: LimitUse) {
  return {
    account,
    key,
    environment,
    scopes: [...scopes],
    rate_limit: rateLimit,
    token_expires_at: formatOptionalTime(tokenExpiresAt),
    limits,
  };
}
