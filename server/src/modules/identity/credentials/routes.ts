import type { Database } from '@hostler/database';
import { custom, type Route, show } from '#kernel/http/route.ts';
import type { LimitBook } from '#kernel/limits/limit-book.ts';
import { Me, RefreshRequest, TokenPair, TokenRequest } from './schemas.ts';
import { identifyByKey, identifyByRefreshToken, issueTokens, refreshTokens, unusable } from './service.ts';
import { viewMe } from './view.ts';

/** Small, because the caller is not authenticated when the body is read. */
const MAX_BODY_BYTES = 16 * 1024;

export function authRoutes({ db, limits }: { db: Database; limits: LimitBook }): Route[] {
  return [
    custom({
      method: 'POST',
      path: '/auth/token',
      access: 'public',
      summary: 'Create a token pair',
      description:
        'Creates a token pair for an API key. The access token is valid for 1 hour, the refresh token for 30 days. A key can have 1,000 token pairs at a time; a new one then replaces the oldest.',
      body: TokenRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: TokenPair,
      errors: ['INVALID_API_KEY', 'INVALID_SCOPES', 'ENVIRONMENT_MISMATCH', 'FORBIDDEN'],
      async handle({ body, now }, context) {
        const caller = await context.inTurn(() => db.read(identifyByKey(body.api_key, now)));
        await context.enter(caller);
        return context.inTurn(() => db.write(() => issueTokens(caller, body.scopes, now)));
      },
    }),
    custom({
      method: 'POST',
      path: '/auth/refresh',
      access: 'public',
      summary: 'Refresh a token pair',
      description:
        'Exchanges a refresh token for a new token pair. A refresh token works once. If an old refresh token is used again, all tokens that came from it are revoked.',
      body: RefreshRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: TokenPair,
      errors: ['UNAUTHORIZED', 'ENVIRONMENT_MISMATCH', 'FORBIDDEN'],
      async handle({ body, now }, context) {
        const caller = await context.inTurn(() => db.read(identifyByRefreshToken(body.refresh_token, now)));
        await context.enter(caller);
        const pair = await context.inTurn(() => db.write(() => refreshTokens(body.refresh_token, now)));
        if (!pair) throw unusable();
        return pair;
      },
    }),
    show({
      path: '/auth/me',
      ofTheMoment: true,
      access: 'any-credential',
      summary: 'Get the current credentials',
      description:
        'Returns the account, key, environment and scopes of the credentials, and the limits of the account with their use.',
      data: Me,
      *handle({ caller }) {
        return viewMe(caller, yield* limits.read(caller.account.id));
      },
    }),
  ];
}
