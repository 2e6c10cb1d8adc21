import type { AccountListRequest, Query } from '@hostler/database';
import type { Environment } from '#kernel/environment.ts';
import { fieldErrors as general, notFound, validationError } from '#kernel/errors.ts';
import { isScope, SCOPES } from '#kernel/scopes.ts';
import type { Clock } from '#kernel/time.ts';
import { requireAccount } from '../../accounts/index.ts';
import { errors, fieldErrors } from '../errors.ts';
import { checkNameAndEnd, DEFAULT_RATE_LIMIT, makeKey } from './make-key.ts';
import { listKeys, revokeKey } from './operator-store.ts';
import { viewKey } from './view.ts';

export const KEY_LIST_STATUSES = ['active', 'expired', 'revoked'] as const;
type KeyListStatus = (typeof KEY_LIST_STATUSES)[number];

interface NewKey {
  account_id: number;
  environment: Environment;
  scopes: readonly string[];
  /** A label for the purpose of the key. */
  name?: string | undefined;
  /** Requests per minute. */
  rate_limit?: number | undefined;
  /** Networks that may use the key. Empty means any network. */
  allowed_networks?: readonly string[] | undefined;
  /** Without it the key does not expire. */
  expires_at?: number | undefined;
}

export type KeyOperatorService = ReturnType<typeof createKeyOperatorService>;

export function createKeyOperatorService({ clock }: { clock: Clock }) {
  /** Returns the key itself, this once. */
  function* create({ account_id, environment, name = 'default', ...given }: NewKey) {
    const { rate_limit = DEFAULT_RATE_LIMIT, allowed_networks = [], expires_at = null } = given;
    const scopes = checkScopes(given.scopes);
    checkRateLimit(rate_limit);
    const now = clock.now();
    const details = checkNameAndEnd(name, expires_at, now);
    if (details.length > 0) throw validationError(details);
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

  /** Lists the keys of all accounts or of one, without the keys themselves. */
  function* list(request: AccountListRequest<KeyListStatus> = {}): Query<ReturnType<typeof viewKey>[]> {
    return (yield* listKeys({ ...request, now: clock.now() })).map(viewKey);
  }

  /** Revokes the key and its tokens immediately. */
  function* revoke({ id }: { id: number }): Query<ReturnType<typeof viewKey>> {
    const row = yield* revokeKey(id, clock.now());
    if (!row) throw notFound('API key');
    return viewKey(row);
  }

  return { create, list, revoke };
}

/** Returns each scope once. Throws if one does not exist. */
function checkScopes(scopes: readonly string[]): string[] {
  const unknown = scopes.find((scope) => !isScope(scope));
  if (scopes.length > 0 && unknown === undefined) return [...new Set(scopes)];
  const details = [fieldErrors.scopes_unknown('scopes', { scopes: SCOPES.join(', ') })];
  if (unknown === undefined) throw errors.key_without_scopes({ details });
  throw errors.scope_not_known({ scope: unknown }, { details });
}

function checkRateLimit(rate_limit: number): void {
  if (Number.isSafeInteger(rate_limit) && rate_limit >= 1) return;
  throw validationError([general.too_small('rate_limit', { min: 1 })]);
}
