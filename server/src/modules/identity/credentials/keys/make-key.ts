import type { Query } from '@hostler/database';
import { sha256 } from '#kernel/crypto.ts';
import { type ErrorDetail, fieldErrors, validationError } from '#kernel/errors.ts';
import { checkLabel } from '#kernel/name.ts';
import { parseNetwork } from '#kernel/net/networks.ts';
import { fieldErrors as ownErrors } from '../errors.ts';
import { keysLimit } from '../store.ts';
import { generateApiKey } from './format.ts';
import { endExpiredKeys, insertKey, type KeyRecord, type NewKeyRow } from './store.ts';

export const DEFAULT_RATE_LIMIT = 600;
/** Last characters of a key, by which people recognise it. */
export const HINT_LENGTH = 4;
const LONGEST_NAME = 100;

type KeyFacts = Omit<NewKeyRow, 'hash' | 'hint' | 'scopes' | 'allowed_networks'> & {
  scopes: readonly string[];
  /** Networks that may use the key. Empty means any network. */
  allowed_networks: readonly string[];
};

/** Creates a key. The key itself is returned here and stored nowhere. */
export function* makeKey({ scopes, allowed_networks, ...facts }: KeyFacts): Query<{ row: KeyRecord; key: string }> {
  const { account_id, environment, created_at } = facts;
  checkNetworks(allowed_networks);
  const key = generateApiKey(environment);
  yield* endExpiredKeys(account_id, created_at);
  const row = yield* insertKey({
    ...facts,
    hash: sha256(key),
    hint: key.slice(-HINT_LENGTH),
    scopes: [...new Set(scopes)].join(' '),
    allowed_networks: [...new Set(allowed_networks)].join(','),
  });
  yield* keysLimit.check(account_id);
  return { row, key };
}

/** Returns what is wrong with the name and the expiry of a new key. */
export function checkNameAndEnd(name: string, expiresAt: number | null, now: number): ErrorDetail[] {
  return [
    ...checkLabel(name, LONGEST_NAME),
    // An expiry in the past is a mistake.
    ...(expiresAt === null || expiresAt > now ? [] : [fieldErrors.not_future('expires_at')]),
  ];
}

/** Throws a validation error about the field `allowed_networks`. */
export function checkNetworks(networks: readonly string[]): void {
  const details = networks.flatMap(checkNetwork);
  if (details.length > 0) throw validationError(details);
}

function checkNetwork(network: string, index: number): ErrorDetail[] {
  try {
    parseNetwork(network);
    return [];
  } catch {
    return [ownErrors.not_a_network(`allowed_networks[${index}]`)];
  }
}
