import { Id, Name, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { Type } from '../../../kernel/http/type.ts';
import { MAX_PASSWORD, STAFF_ROLES } from '../people/index.ts';

const Token = Type.String({ minLength: 1, maxLength: 100, description: 'What stands behind the # of the link.' });

export const ShowRequest = Type.Object({ token: Token });

export const Invitation = Resource('Invitation', {
  account: Nullable(
    Resource('InvitingAccount', { id: Id('The account.'), name: Type.String({ examples: ['Example Ltd'] }) }),
  ),
  staff_role: Nullable(OneOf(STAFF_ROLES, { description: 'Of who is invited to work for the hosting company.' })),
  email: Type.String({ description: 'Whom it is for.', examples: ['jo@example.com'] }),
  role: OneOf(['owner', 'member'], { description: 'What they will be.' }),
  known: Type.Boolean({ description: 'Somebody has this address already, and signs in before they accept.' }),
});

export const AcceptRequest = Type.Object({
  token: Token,
  name: Type.Optional(
    Name({ minLength: 1, maxLength: 100, description: 'Who is not known yet.', examples: ['Jo Doe'] }),
  ),
  password: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_PASSWORD,
      description: 'Who is not known yet: at least 12 characters.',
    }),
  ),
});
