import type { LimitUse } from '#kernel/limits/limit-book.ts';
import { DateTime, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { SCOPES } from '#kernel/scopes.ts';
import { Type } from '#kernel/type.ts';

export const TokenPair = Resource('TokenPair', 'An access token and the refresh token that replaces it.', {
  access_token: Type.String({ description: 'Bearer token for requests.', examples: ['svc_at_…'] }),
  refresh_token: Type.String({ description: 'Token for `/auth/refresh`. It works once.', examples: ['svc_rt_…'] }),
  expires_in: Type.Integer({ description: 'Lifetime of the access token in seconds.', examples: [3600] }),
});

// Strings instead of an enum: an unknown scope has its own error code.
const RequestedScopes = Type.Array(Type.String({ maxLength: 64 }), {
  maxItems: 100,
  description: 'Scopes of the token, a subset of the scopes of the key. Default: all scopes of the key.',
  examples: [['tickets.read']],
});

export const TokenRequest = Type.Object({
  api_key: Type.String({ minLength: 1, maxLength: 256, description: 'API key to exchange.', examples: ['svc_live_…'] }),
  scopes: Type.Optional(RequestedScopes),
});

export const RefreshRequest = Type.Object({
  refresh_token: Type.String({
    minLength: 1,
    maxLength: 256,
    description: 'Refresh token of the last token pair.',
    examples: ['svc_rt_…'],
  }),
});

const Limits = Type.Unsafe<LimitUse>({
  type: 'object',
  title: 'Limits',
  description: 'Limits of the account by name. The error `QUOTA_EXCEEDED` names the limit that is reached.',
  additionalProperties: Resource('LimitUse', 'A limit of the account and its current use.', {
    limit: Nullable(Type.Integer({ minimum: 0, description: 'Maximum number; null if unlimited.', examples: [100] })),
    used: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'Current number; null for limits that apply per domain, ticket or database.',
        examples: [3],
      }),
    ),
  }),
  examples: [{ servers: { limit: 100, used: 3 }, records: { limit: 500, used: null } }],
});

export const Me = Resource('Me', 'The credentials of the request and the account behind them.', {
  account: Resource('MeAccount', 'The account that the credentials belong to.', {
    id: OwnId,
    name: Type.String({ description: 'Name of the account.', examples: ['Example Ltd'] }),
  }),
  key: Nullable(
    Resource('MeKey', 'The API key of the request; null for a person in the panel.', {
      id: OwnId,
      name: Type.String({ description: 'Name of the API key.', examples: ['deploy'] }),
    }),
  ),
  person: Nullable(
    Resource('MePerson', 'The person who is signed in to the panel; null for an API key and its tokens.', {
      id: OwnId,
      name: Type.String({ description: 'Name of the person.', examples: ['Jo Doe'] }),
      email: Type.String({ description: 'E-mail address of the person.', examples: ['jo@example.com'] }),
    }),
  ),
  environment: OneOf(['live', 'test'], {
    description: 'Environment of the credentials. With `test`, writes are simulated.',
  }),
  scopes: Type.Array(OneOf(SCOPES, { description: 'Name of a scope.' }), { description: 'Scopes of the credentials.' }),
  rate_limit: Type.Integer({ description: 'Allowed requests per minute.', examples: [600] }),
  token_expires_at: Nullable(DateTime('Expiry of the access token; null for an API key.')),
  limits: Limits,
});
