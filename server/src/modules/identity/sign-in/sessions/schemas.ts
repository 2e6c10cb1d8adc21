import { DateTime, Id, Line, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import { MAX_EMAIL, MAX_PASSWORD, Membership, Person } from '../../people/index.ts';
import { FACTORS } from './service.ts';

export const Password = Type.String({ minLength: 1, maxLength: MAX_PASSWORD, description: 'Current password.' });

export const SignInRequest = Type.Object({
  email: Line({
    minLength: 1,
    maxLength: MAX_EMAIL,
    description: 'E-mail address of the person.',
    examples: ['jo@example.com'],
  }),
  password: Password,
});

export const SignedIn = Resource('SignedIn', 'The person who signed in and their accounts.', {
  person: Person,
  accounts: Type.Array(Membership, { description: 'Accounts of the person. Staff may have none.' }),
});

export const SecondFactorRequired = Resource('SecondFactorRequired', 'A sign-in that needs a second factor.', {
  second_factor_required: Type.Literal(true, { description: 'Always true.' }),
  methods: Type.Array(OneOf(FACTORS, { description: 'Type of a second factor.' }), {
    description: 'Available second factors. One of them is required.',
  }),
});

export const Session = Resource('Session', 'A browser session of the person.', {
  id: OwnId,
  current: Type.Boolean({ description: 'True if this is the session of the request.' }),
  device: Type.String({ description: 'Browser and operating system.', examples: ['Firefox on Linux'] }),
  address: Type.String({ description: 'IP address of the last use.', examples: ['203.0.113.7'] }),
  created_at: DateTime('Time of the sign-in.'),
  last_seen_at: DateTime('Time of the last use, to the minute.'),
  expires_at: DateTime('Time when the session ends if it is not used.'),
});

export const CurrentSession = Resource('CurrentSession', 'The session of the request.', {
  person: Person,
  accounts: Type.Array(Membership, { description: 'Accounts of the person. Staff may have none.' }),
  session: Resource('CurrentSessionTimes', 'Identifier and times of the session.', {
    id: OwnId,
    confirmed_until: Nullable(DateTime('End of the password confirmation; null if there is none.')),
    expires_at: DateTime('Time when the session ends at the latest.'),
  }),
  second_factor: Type.Boolean({ description: 'True if the person has a second factor.' }),
});

export const OwnAddress = Resource('OwnAddress', 'The IP address of the request.', {
  address: Nullable(
    Type.String({
      description:
        'IPv4 or IPv6 address that the request came from; behind a trusted proxy, that of the client. Null if it is unknown.',
      examples: ['203.0.113.7'],
    }),
  ),
});

export const RemoveRequest = Type.Object({
  id: Type.Optional(Id('Session to end. Default: this session.')),
  all: Type.Optional(Type.Boolean({ description: 'If true, all other sessions end.' })),
});

export const Confirmed = Resource('Confirmed', 'A confirmed session.', {
  confirmed_until: DateTime('End of the password confirmation.'),
});

export const PanelTokenRequest = Type.Object({
  environment: OneOf(['live', 'test'], { description: 'Environment of the token. With `test`, writes are simulated.' }),
});
export const PanelToken = Resource('PanelToken', 'An access token for the public API.', {
  access_token: Type.String({ description: 'Bearer token for the public API.', examples: ['svc_pt_…'] }),
  expires_in: Type.Integer({ description: 'Lifetime of the token in seconds.', examples: [900] }),
});

export const Nothing = Resource('Nothing', 'An empty object.', {});
