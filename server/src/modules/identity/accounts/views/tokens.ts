import type { Query } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import type { Customer } from '#kernel/http/caller.ts';
import { parseNetworks } from '#kernel/net/networks.ts';
import { nameScopes } from '#kernel/scopes.ts';
import type { Clock } from '#kernel/time.ts';
import { VIEW_MS } from './lifetimes.ts';
import { rolesOf, scopesOf } from './rights.ts';
import { findViewGround, type ViewGround } from './store.ts';
import { looksLikeViewToken, readViewToken } from './view-token.ts';

/** Requests per minute of one view, to each API. */
const RATE_LIMIT = 600;

interface Dependencies {
  vault: Vault;
  clock: Clock;
}

export type ViewTokens = ReturnType<typeof createViewTokens>;

export function createViewTokens({ vault, clock }: Dependencies) {
  /** Returns the view of a token, if it is open and its viewer is still staff. */
  function* findGround(token: string): Query<ViewGround | undefined> {
    const read = readViewToken(token, vault);
    if (!read) return undefined;
    const ground = yield* findViewGround({ id: read.viewId, now: clock.now() });
    return ground && rolesOf(ground).length > 0 ? ground : undefined;
  }

  /** Returns the caller of the public API. */
  function* find(token: string): Query<Customer | undefined> {
    const ground = yield* findGround(token);
    if (!ground) return undefined;
    const scopes = scopesOf(rolesOf(ground));
    return {
      account: { id: ground.account_id, name: ground.account_name },
      person: { id: ground.person_id ?? 0, name: ground.viewer, email: ground.email ?? '' },
      credential: credentialOf(ground, scopes),
      cacheKey: `${ground.account_id} live ${nameScopes(scopes)}`,
    };
  }

  return { looksLike: looksLikeViewToken, find, findGround, lifetimeMs: VIEW_MS };
}

export function credentialOf<S extends string>(ground: ViewGround, scopes: readonly S[]) {
  const { id, viewer, person_id, ends_at, key_networks } = ground;
  return {
    kind: 'staff' as const,
    id: person_id ?? 0,
    label: viewer,
    environment: 'live' as const,
    scopes: new Set(scopes),
    rate: { bucket: `view:${id}`, limit: RATE_LIMIT },
    namespace: `view:${id}`,
    networks: parseNetworks(key_networks ?? ''),
    expiresAt: ends_at,
    readOnly: true,
  };
}
