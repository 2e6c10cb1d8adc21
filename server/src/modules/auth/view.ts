import type { Caller } from '../../kernel/http/caller.ts';
import { formatOptionalTime } from '../../kernel/time.ts';

export function viewMe({ account, key, environment, scopes, rateLimit, tokenExpiresAt }: Caller) {
  return {
    account,
    key,
    environment,
    scopes: [...scopes],
    rate_limit: rateLimit,
    token_expires_at: formatOptionalTime(tokenExpiresAt),
  };
}
