import type { Query } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import type { Environment } from '#kernel/environment.ts';
import type { Customer, Member } from '#kernel/http/caller.ts';
import { nameScopes, SCOPES } from '#kernel/scopes.ts';
import { type Clock, SECOND } from '#kernel/time.ts';
import { scopesOf, withholdFrom } from '../../../people/index.ts';
import { errors } from '../errors.ts';
import { TOKEN_MS } from '../lifetimes.ts';
import { findTokenGround } from '../store.ts';
import { looksLikePanelToken, readPanelToken, writePanelToken } from './panel-token.ts';

/** Requests per minute of one person in one account. */
const RATE_LIMIT = 600;

interface Dependencies {
  vault: Vault;
  clock: Clock;
  environments: ReadonlySet<Environment>;
}

export type PanelTokens = ReturnType<typeof createPanelTokens>;

/** Access tokens with which the panel calls the public API for a signed-in person. */
export function createPanelTokens({ vault, clock, environments }: Dependencies) {
  function issue({ session, account }: Member, environment: Environment) {
    if (!environments.has(environment)) {
      throw errors.environment_of_token_not_served({ environment });
    }
    const now = clock.now();
    const expiresAt = Math.min(now + TOKEN_MS, session.endsAt);
    return {
      access_token: writePanelToken({ sessionId: session.id, accountId: account.id, environment, expiresAt }, vault),
      expires_in: Math.floor((expiresAt - now) / SECOND),
    };
  }

  /** Returns the caller with their current scopes. Undefined if the token is not valid. */
  function* find(token: string): Query<Customer | undefined> {
    const read = readPanelToken(token, vault);
    if (!read) return undefined;
    const { sessionId, accountId, environment, expiresAt } = read;
    const ground = yield* findTokenGround({ session_id: sessionId, account_id: accountId, now: clock.now() });
    if (!ground) return undefined;
    const { person_id: id, name, email } = ground;
    const scopes = scopesOf(ground, environment);
    const whose = `person:${id}:${accountId}`;
    return {
      account: { id: accountId, name: ground.account_name },
      person: { id, name, email },
      credential: {
        kind: 'person',
        id,
        label: name,
        environment,
        scopes: new Set(scopes),
        rate: { bucket: whose, limit: RATE_LIMIT },
        namespace: `${whose}:${environment}`,
        networks: [],
        expiresAt,
        bound: withholdFrom(ground.role === 'owner' ? SCOPES : ground.scopes.split(' '), ground, environment),
        dependsOn: { kind: 'session', id: sessionId },
      },
      cacheKey: `${accountId} ${environment} ${nameScopes(scopes)}`,
    };
  }

  return { looksLike: looksLikePanelToken, issue, find, lifetimeMs: TOKEN_MS };
}
