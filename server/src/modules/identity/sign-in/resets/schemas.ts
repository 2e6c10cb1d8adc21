import { Line } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import { MAX_EMAIL, MAX_PASSWORD } from '../../people/index.ts';

export const ForgotRequest = Type.Object({
  email: Line({
    minLength: 1,
    maxLength: MAX_EMAIL,
    description: 'E-mail address of the person.',
    examples: ['jo@example.com'],
  }),
});

export const ResetRequest = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 100, description: 'Token of the link: the part after the #.' }),
  password: Type.String({
    minLength: 1,
    maxLength: MAX_PASSWORD,
    description: 'New password, at least 12 characters.',
  }),
});
