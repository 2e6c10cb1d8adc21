import { sha256 } from '../../../../kernel/crypto.ts';
import type { Query } from '../../../../kernel/db/query.ts';
import { AppError, type ErrorDetail, notFound, validationError } from '../../../../kernel/errors.ts';
import type { Environment } from '../../../../kernel/http/caller.ts';
import { isScope, SCOPES } from '../../../../kernel/http/scopes.ts';
import { parseNetwork } from '../../../../kernel/net/networks.ts';
import type { Clock } from '../../../../kernel/time.ts';
import { requireAccount } from '../../accounts/index.ts';
import { keysLimit } from '../store.ts';
import { generateApiKey } from './format.ts';
import { insertKey, listKeys, revokeKey } from './operator-store.ts';
import { viewKey } from './view.ts';

export const DEFAULT_RATE_LIMIT = 600;
const HINT_LENGTH = 4;

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
    checkBounds({ rate_limit, allowed_networks });
    yield* requireAccount(account_id);
    const key = generateApiKey(environment);
    const row = {
      account_id,
      name,
      environment,
      hash: sha256(key),
      hint: key.slice(-HINT_LENGTH),
      scopes: scopes.join(' '),
      rate_limit,
      allowed_networks: allowed_networks.join(','),
      expires_at,
      created_at: clock.now(),
    };
    const id = yield* insertKey(row);
    yield* keysLimit.check(account_id);
    return { ...viewKey({ ...row, id, revoked_at: null }), key };
  }

  /** Of all customers, or of one; never the keys themselves. */
  function* list({ account_id }: { account_id?: number | undefined } = {}): Query<ReturnType<typeof viewKey>[]> {
    return (yield* listKeys(account_id)).map(viewKey);
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

function checkBounds(given: { rate_limit: number; allowed_networks: readonly string[] }): void {
  const details = given.allowed_networks.flatMap(checkNetwork);
  if (!(Number.isSafeInteger(given.rate_limit) && given.rate_limit >= 1)) {
    details.push({ field: 'rate_limit', message: 'must be at least 1.' });
  }
  if (details.length > 0) throw validationError(details);
}

function checkNetwork(network: string, index: number): ErrorDetail[] {
  try {
    parseNetwork(network);
    return [];
  } catch {
    const message = 'must be an address or a network like 203.0.113.0/24.';
    return [{ field: `allowed_networks[${index}]`, message }];
  }
}
