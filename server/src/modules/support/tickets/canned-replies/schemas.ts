import { CreatedAt, OwnId, Resource, UpdatedAt } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';

export const CannedReply = Resource('CannedReply', 'A text that staff insert into replies to tickets.', {
  id: OwnId,
  title: Type.String({ description: 'Title by which staff find it.', examples: ['Restart'] }),
  message: Type.String({ description: 'Text to insert.', examples: ['Please restart the server.'] }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
