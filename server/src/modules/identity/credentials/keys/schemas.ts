import { CreatedAt, DateTime, Line, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { SCOPES } from '#kernel/scopes.ts';
import { DAY, SECOND } from '#kernel/time.ts';
import { type Static, Type } from '#kernel/type.ts';
import { DEFAULT_RATE_LIMIT } from './make-key.ts';

export const KEY_STATUSES = ['active', 'expiring', 'expired', 'revoked'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];
const ENVIRONMENTS = ['live', 'test'] as const;
const DEFAULT_OVERLAP = DAY / SECOND;
const LONGEST_OVERLAP = (7 * DAY) / SECOND;

const keyFields = {
  id: OwnId,
  name: Type.String({ description: 'Name of the key.', examples: ['deploy'] }),
  environment: OneOf(ENVIRONMENTS, { description: 'Environment of the key. With `test`, writes are simulated.' }),
  prefix: Type.String({ description: 'Prefix of the key.', examples: ['svc_live_'] }),
  hint: Type.String({ description: 'Last four characters of the key.', examples: ['x7Qa'] }),
  scopes: Type.Array(OneOf(SCOPES, { description: 'Name of a scope.' }), {
    description: 'Scopes of the key, limited to the current permissions of the person who created it.',
  }),
  rate_limit: Type.Integer({ description: 'Allowed requests per minute.', examples: [600] }),
  allowed_networks: Type.Array(Type.String(), {
    description: 'Networks from which the key can be used. If empty, every address is allowed.',
    examples: [['203.0.113.0/24']],
  }),
  expires_at: Nullable(DateTime('Expiry of the key; null if it does not expire.')),
  revoked_at: Nullable(DateTime('Time of the revocation; null if the key is not revoked.')),
  created_at: CreatedAt,
  created_by: Nullable(
    Resource(
      'KeyMaker',
      'The person who created the key; null if the operator created it. The key ends when this person leaves the account.',
      {
        id: OwnId,
        name: Type.String({ description: 'Name of the person.', examples: ['Jo Doe'] }),
      },
    ),
  ),
  last_used_at: Nullable(DateTime('Time of the last use, to the minute; null if never used.')),
  last_used_from: Nullable(
    Type.String({ description: 'IP address of the last use; null if never used.', examples: ['203.0.113.7'] }),
  ),
  status: OneOf(KEY_STATUSES, { description: 'Status of the key. `expiring`: the key expires within 7 days.' }),
};

export const Key = Resource('Key', 'An API key, without its secret.', keyFields);
export const NewKey = Resource('NewKey', 'A new API key with its secret.', {
  ...keyFields,
  key: Type.String({
    description: 'Secret key. It is returned once and cannot be read again.',
    examples: ['svc_live_…'],
  }),
});

export const KeyRequest = Type.Object({
  name: Line({ minLength: 1, maxLength: 100, description: 'Name of the key.', examples: ['deploy'] }),
  environment: OneOf(ENVIRONMENTS, { description: 'Environment of the key. With `test`, writes are simulated.' }),
  // Strings instead of an enum: an unknown scope has its own error code.
  scopes: Type.Array(Type.String({ maxLength: 64 }), {
    maxItems: 100,
    description: 'Scopes of the key, a subset of your own scopes.',
    examples: [['tickets.read']],
  }),
  rate_limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: DEFAULT_RATE_LIMIT,
      default: DEFAULT_RATE_LIMIT,
      description: 'Allowed requests per minute.',
    }),
  ),
  expires_at: Type.Optional(
    Nullable(
      Type.String({
        format: 'date-time',
        maxLength: 64,
        description: 'Expiry of the key. Default: no expiry.',
        examples: ['2027-01-31T12:00:00+00:00'],
      }),
    ),
  ),
  allowed_networks: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      maxItems: 50,
      description: 'IP addresses or networks from which the key can be used. Default: every address.',
      examples: [['203.0.113.0/24']],
    }),
  ),
});
export type KeyRequest = Static<typeof KeyRequest>;

export const RollRequest = Type.Object({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LONGEST_OVERLAP,
      default: DEFAULT_OVERLAP,
      description: 'Seconds until the old key ends. With 0 it ends immediately.',
    }),
  ),
});
