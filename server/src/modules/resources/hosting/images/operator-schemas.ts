import { CreatedAt, OwnId, Resource, UpdatedAt } from '#kernel/schema.ts';
import { imageFields } from './schemas.ts';

export const StaffImage = Resource('StaffImage', 'An image of the list.', {
  id: OwnId,
  ...imageFields,
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
