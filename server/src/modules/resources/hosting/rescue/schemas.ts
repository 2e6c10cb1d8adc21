import { ActionId, Nullable, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import { hostingFields } from '../schemas.ts';

export const RescueRequest = Type.Object({
  enabled: Type.Boolean({ description: 'True boots the rescue system; false boots from the disk again.' }),
});

const Credentials = Resource('RescueCredentials', 'The login of a rescue system.', {
  user: Type.String({ description: 'User name.', examples: ['root'] }),
  password: Type.String({
    description: 'Password. It is returned once and cannot be read again.',
    examples: ['h7Zk2mQp9XwLr4Tc8VbNs3Yd'],
  }),
});

export const HostingInRescue = Resource('HostingInRescue', 'A VPS with the login of its rescue system.', {
  ...hostingFields,
  credentials: Nullable(Credentials),
  action_id: ActionId,
});
