import { DateTime, Id, Line, Nullable, OneOf, Resource } from '../../../../kernel/http/schema.ts';
import { SCOPES } from '../../../../kernel/http/scopes.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';
import { DAY, SECOND } from '../../../../kernel/time.ts';
import { DEFAULT_RATE_LIMIT } from './make-key.ts';

export const KEY_STATUSES = ['active', 'expiring', 'expired', 'revoked'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];
const ENVIRONMENTS = ['live', 'test'] as const;
const DEFAULT_OVERLAP = DAY / SECOND;
const LONGEST_OVERLAP = (7 * DAY) / SECOND;

const keyFields = {
  id: Id('The key.'),
  name: Type.String({ description: 'What it is for.', examples: ['deploy'] }),
  environment: OneOf(ENVIRONMENTS, { description: 'Where its writes go: for real, or to the sandbox.' }),
  prefix: Type.String({ description: 'What the key begins with.', examples: ['svc_live_'] }),
  hint: Type.String({ description: 'Its last four characters.', examples: ['x7Qa'] }),
  scopes: Type.Array(OneOf(SCOPES, { description: 'A scope.' }), {
    description: 'What it may do, as far as who made it may do it now.',
  }),
  rate_limit: Type.Integer({ description: 'Requests a minute.', examples: [600] }),
  allowed_networks: Type.Array(Type.String(), {
    description: 'From where it may be used; from everywhere when empty.',
    examples: [['203.0.113.0/24']],
  }),
  expires_at: Nullable(DateTime('When it ends by itself.')),
  revoked_at: Nullable(DateTime('When it was ended.')),
  created_at: DateTime('When it was made.'),
  created_by: Nullable(
    Resource('KeyMaker', {
      id: Id('Who made it; null where that was the operator. It ends with their membership.'),
      name: Type.String({ examples: ['Jo Doe'] }),
    }),
  ),
  last_used_at: Nullable(DateTime('When it was last used, to a minute.')),
  last_used_from: Nullable(Type.String({ examples: ['203.0.113.7'] })),
  status: OneOf(KEY_STATUSES, { description: 'Expiring: it ends within a week.' }),
};

export const Key = Resource('Key', keyFields);
export const NewKey = Resource('NewKey', {
  ...keyFields,
  key: Type.String({ description: 'The key itself. Shown this once.', examples: ['svc_live_…'] }),
});

export const KeyRequest = Type.Object({
  name: Line({ minLength: 1, maxLength: 100, description: 'What it is for.', examples: ['deploy'] }),
  environment: OneOf(ENVIRONMENTS, { description: 'live, or test for the sandbox.' }),
  // Strings instead of an enum: an unknown scope has its own error code.
  scopes: Type.Array(Type.String({ maxLength: 64 }), {
    maxItems: 100,
    description: 'What it may do: at most what you may.',
    examples: [['tickets.read']],
  }),
  rate_limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: DEFAULT_RATE_LIMIT,
      default: DEFAULT_RATE_LIMIT,
      description: 'Requests a minute.',
    }),
  ),
  expires_at: Type.Optional(
    Nullable(
      Type.String({
        format: 'date-time',
        maxLength: 64,
        description: 'When it ends by itself; never when absent.',
        examples: ['2027-01-31T12:00:00+00:00'],
      }),
    ),
  ),
  allowed_networks: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      maxItems: 50,
      description: 'Addresses or networks from where it may be used; from everywhere when absent.',
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
      description: 'How long the old key goes on; 0 ends it at once.',
    }),
  ),
});
