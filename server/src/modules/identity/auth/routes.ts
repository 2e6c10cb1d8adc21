import type { Database } from '../../../kernel/db/database.ts';
import { custom, type Route, show } from '../../../kernel/http/route.ts';
import type { LimitBook } from '../../../kernel/limits/limit-book.ts';
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
      summary: 'Get a token pair for an API key',
      description:
        'The access token lives one hour, the refresh token 30 days. Of one key the newest 1,000 pairs, with what was refreshed from them, are good.',
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
      summary: 'Get the next token pair',
      description: 'The refresh token is used up. Using an old one ends all tokens that came from it.',
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
      summary: 'Who am I',
      description:
        'The account, key, environment and scopes behind the credentials, and how many of what the account may have and has.',
      data: Me,
      *handle({ caller }) {
        return viewMe(caller, yield* limits.read(caller.account.id));
      },
    }),
  ];
}
