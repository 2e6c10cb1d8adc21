import type { Query } from '../../../../kernel/db/query.ts';
import type { AccountListRequest } from '../../../../kernel/db/staff-list.ts';
import { AppError, notFound, validationError } from '../../../../kernel/errors.ts';
import type { Environment } from '../../../../kernel/http/caller.ts';
import { isScope, SCOPES } from '../../../../kernel/http/scopes.ts';
import { checkLabel } from '../../../../kernel/name.ts';
import type { Clock } from '../../../../kernel/time.ts';
import { requireAccount } from '../../accounts/index.ts';
import { DEFAULT_RATE_LIMIT, makeKey } from './make-key.ts';
import { listKeys, revokeKey } from './operator-store.ts';
import { viewKey } from './view.ts';

const LONGEST_NAME = 100;
export const KEY_LIST_STATUSES = ['active', 'expired', 'revoked'] as const;
type KeyListStatus = (typeof KEY_LIST_STATUSES)[number];

interface NewKey {
  account_id: number;
  environment: Environment;
  scopes: readonly string[];
  /** What it is for. */
  name?: string | undefined;
  /** Requests a minute. */
  rate_limit?: number | undefined;
  /** Where it may be used; anywhere when there are none. */
  allowed_networks?: readonly string[] | undefined;
  /** Never when absent. */
  expires_at?: number | undefined;
}

export type KeyOperatorService = ReturnType<typeof createKeyOperatorService>;

export function createKeyOperatorService({ clock }: { clock: Clock }) {
  /** What it answers holds the key itself, this once. */
  function* create({ account_id, environment, name = 'default', ...given }: NewKey) {
    const { rate_limit = DEFAULT_RATE_LIMIT, allowed_networks = [], expires_at = null } = given;
    const scopes = checkScopes(given.scopes);
    checkRateLimit(rate_limit);
    const now = clock.now();
    checkNameAndEnd(name, expires_at, now);
    yield* requireAccount(account_id);
    const { row, key } = yield* makeKey({
      account_id,
      name,
      environment,
      scopes,
      rate_limit,
      allowed_networks,
      expires_at,
      made_by: null,
      created_at: now,
    });
    return { ...viewKey(row), key };
  }

  /** Of all customers, or of one; never the keys themselves. */
  function* list(request: AccountListRequest<KeyListStatus> = {}): Query<ReturnType<typeof viewKey>[]> {
    return (yield* listKeys({ ...request, now: clock.now() })).map(viewKey);
  }

  /** Ends it and its tokens, at once. */
  function* revoke({ id }: { id: number }): Query<ReturnType<typeof viewKey>> {
    const row = yield* revokeKey(id, clock.now());
    if (!row) throw notFound('API key');
    return viewKey(row);
  }

  return { create, list, revoke };
}

/** Each once. */
function checkScopes(scopes: readonly string[]): string[] {
  const unknown = scopes.find((scope) => !isScope(scope));
  if (scopes.length > 0 && unknown === undefined) return [...new Set(scopes)];
  const details = [{ field: 'scopes', message: `must be some of: ${SCOPES.join(', ')}.` }];
  const sentence = unknown === undefined ? 'A key needs a scope.' : `${unknown} is not a scope.`;
  throw new AppError('INVALID_SCOPES', sentence, { details });
}

function checkRateLimit(rate_limit: number): void {
  if (Number.isSafeInteger(rate_limit) && rate_limit >= 1) return;
  throw validationError([{ field: 'rate_limit', message: 'must be at least 1.' }]);
}

function checkNameAndEnd(name: string, expiresAt: number | null, now: number): void {
  const details = [
    ...checkLabel(name, LONGEST_NAME),
    // One that has ended already is nobody's wish, but a slip.
    ...(expiresAt === null || expiresAt > now ? [] : [{ field: 'expires_at', message: 'must be in the future.' }]),
  ];
  if (details.length > 0) throw validationError(details);
}
