import { Name, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import { MAX_PASSWORD } from '../../password-rules.ts';
import { StaffRoles } from '../../schemas.ts';

const Token = Type.String({ minLength: 1, maxLength: 100, description: 'Token of the link: the part after the #.' });

export const ShowRequest = Type.Object({ token: Token });

export const Invitation = Resource('Invitation', 'An invitation to an account or to the staff.', {
  account: Nullable(
    Resource('InvitingAccount', 'The account that the person is invited to; null for staff.', {
      id: OwnId,
      name: Type.String({ description: 'Name of the account.', examples: ['Example Ltd'] }),
    }),
  ),
  staff_role: StaffRoles,
  email: Type.String({ description: 'E-mail address of the invited person.', examples: ['jo@example.com'] }),
  role: OneOf(['owner', 'member'], { description: 'Role in the account.' }),
  known: Type.Boolean({ description: 'True if a person with this address exists and must sign in to accept.' }),
});

export const AcceptRequest = Type.Object({
  token: Token,
  name: Type.Optional(
    Name({ minLength: 1, maxLength: 100, description: 'Name of a new person.', examples: ['Jo Doe'] }),
  ),
  password: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_PASSWORD,
      description: 'Password of a new person, at least 12 characters.',
    }),
  ),
});
