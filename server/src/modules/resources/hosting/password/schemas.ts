import { ActionId, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import { hostingFields } from '../schemas.ts';

export const HostingWithPassword = Resource(
  'HostingWithPassword',
  'A VPS with its new root password and the queued action.',
  {
    ...hostingFields,
    password: Type.String({
      description: 'New password of root. It is returned once and cannot be read again.',
      examples: ['h7Zk2mQp9XwLr4Tc8VbNs3Yd'],
    }),
    action_id: ActionId,
  },
);
