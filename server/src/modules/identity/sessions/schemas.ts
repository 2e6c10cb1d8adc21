import { DateTime, Id, Line, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { Type } from '../../../kernel/http/type.ts';
import { MAX_EMAIL, MAX_PASSWORD, Membership, Person } from '../people/index.ts';
import { FACTORS } from './service.ts';

export const Password = Type.String({ minLength: 1, maxLength: MAX_PASSWORD, description: 'The password.' });

export const SignInRequest = Type.Object({
  email: Line({ minLength: 1, maxLength: MAX_EMAIL, description: 'The address.', examples: ['jo@example.com'] }),
  password: Password,
});

export const SignedIn = Resource('SignedIn', {
  person: Person,
  accounts: Type.Array(Membership, { description: 'What they belong to. Staff may belong to none.' }),
});

export const SecondFactorRequired = Resource('SecondFactorRequired', {
  second_factor_required: Type.Literal(true),
  methods: Type.Array(OneOf(FACTORS, { description: 'One of them will do.' })),
});

export const Session = Resource('Session', {
  id: Id('The session.'),
  current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
  device: Type.String({ examples: ['Firefox on Linux'] }),
  address: Type.String({ description: 'From where it was last used.', examples: ['203.0.113.7'] }),
  created_at: DateTime('When they signed in.'),
  last_seen_at: DateTime('To the minute.'),
  expires_at: DateTime('When it ends if it is not used before.'),
});

export const CurrentSession = Resource('CurrentSession', {
  person: Person,
  accounts: Type.Array(Membership),
  session: Resource('CurrentSessionTimes', {
    id: Id('The session.'),
    confirmed_until: Nullable(DateTime('Until when the password need not be entered again.')),
    expires_at: DateTime('When it ends at the latest.'),
  }),
  second_factor: Type.Boolean({ description: 'Whether the person has a second factor.' }),
});

export const RemoveRequest = Type.Object({
  id: Type.Optional(Id('The session to end.')),
  all: Type.Optional(Type.Boolean({ description: 'Ends all others.' })),
});

export const Confirmed = Resource('Confirmed', {
  confirmed_until: DateTime('Until when the password need not be entered again.'),
});

export const PanelTokenRequest = Type.Object({
  environment: OneOf(['live', 'test'], { description: 'With `test`, writes are simulated.' }),
});
export const PanelToken = Resource('PanelToken', {
  access_token: Type.String({ description: 'Bearer token of the public API.', examples: ['svc_pt_…'] }),
  expires_in: Type.Integer({ description: 'Seconds it lives.', examples: [900] }),
});

export const Nothing = Resource('Nothing', {});
