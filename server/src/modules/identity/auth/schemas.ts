import { DateTime, Id, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { SCOPES } from '../../../kernel/http/scopes.ts';
import { Type } from '../../../kernel/http/type.ts';
import type { LimitUse } from '../../../kernel/limits/limit-book.ts';

export const TokenPair = Resource('TokenPair', {
  access_token: Type.String({ description: 'Bearer token.', examples: ['svc_at_…'] }),
  refresh_token: Type.String({ description: 'Gets the next pair; good for one use.', examples: ['svc_rt_…'] }),
  expires_in: Type.Integer({ description: 'Seconds the access token lives.', examples: [3600] }),
});

// Strings instead of an enum: an unknown scope has its own error code.
const RequestedScopes = Type.Array(Type.String({ maxLength: 64 }), {
  maxItems: 100,
  description: "Makes a token that can do less than its key: a part of the key's scopes.",
  examples: [['tickets.read']],
});

export const TokenRequest = Type.Object({
  api_key: Type.String({ minLength: 1, maxLength: 256, description: 'An API key.', examples: ['svc_live_…'] }),
  scopes: Type.Optional(RequestedScopes),
});

export const RefreshRequest = Type.Object({
  refresh_token: Type.String({
    minLength: 1,
    maxLength: 256,
    description: 'The refresh token of the last pair.',
    examples: ['svc_rt_…'],
  }),
});

const Limits = Type.Unsafe<LimitUse>({
  type: 'object',
  title: 'Limits',
  description: 'How many of what the account may have and has, by name; QUOTA_EXCEEDED names the one that is reached.',
  additionalProperties: Resource('LimitUse', {
    limit: Nullable(
      Type.Integer({ minimum: 0, description: 'The most there can be; null: any number.', examples: [100] }),
    ),
    used: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'How many there are; null where the limit holds for each domain, ticket or database.',
        examples: [3],
      }),
    ),
  }),
  examples: [{ servers: { limit: 100, used: 3 }, records: { limit: 500, used: null } }],
});

export const Me = Resource('Me', {
  account: Resource('MeAccount', { id: Id('The account.'), name: Type.String({ examples: ['Example Ltd'] }) }),
  key: Nullable(Resource('MeKey', { id: Id('The API key.'), name: Type.String({ examples: ['deploy'] }) })),
  person: Nullable(
    Resource('MePerson', {
      id: Id('Who is signed in to the panel; null for an API key and its tokens.'),
      name: Type.String({ examples: ['Jo Doe'] }),
      email: Type.String({ examples: ['jo@example.com'] }),
    }),
  ),
  environment: OneOf(['live', 'test'], { description: 'Where writes go.' }),
  scopes: Type.Array(OneOf(SCOPES, { description: 'A scope.' })),
  rate_limit: Type.Integer({ description: 'Requests a minute.', examples: [600] }),
  token_expires_at: Nullable(DateTime('When the access token ends; null for an API key.')),
  limits: Limits,
});
