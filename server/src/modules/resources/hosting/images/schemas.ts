import { DateTime, Nullable, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

export const imageFields = {
  slug: Type.String({ description: 'Value for `image` of an order or a rebuild.', examples: ['debian/13'] }),
  name: Type.String({ description: 'Name for people.', examples: ['Debian 13'] }),
  icon: Nullable(
    Type.String({ description: 'Name of the icon in the panel; null if there is none.', examples: ['debian'] }),
  ),
  family: Type.String({ description: 'Operating system.', examples: ['debian'] }),
  version: Nullable(Type.String({ description: 'Version; null if unknown.', examples: ['13'] })),
  min_disk_gb: Type.Integer({ description: 'Smallest disk in GiB that the image fits on.', examples: [2] }),
  min_memory_mb: Type.Integer({ description: 'Smallest memory in MiB.', examples: [256] }),
  default_user: Type.String({ description: 'User to log in with.', examples: ['root'] }),
  cloud_init: Type.Boolean({ description: 'True if the image runs `user_data` at its first boot.', examples: [true] }),
  deprecated_at: Nullable(
    DateTime(
      'Time of the deprecation; null if the image can be ordered. Servers that use a deprecated image keep it and can be rebuilt from it.',
    ),
  ),
};

export const Image = Resource('Image', 'An image that servers are created from.', imageFields);
export type Image = Static<typeof Image>;
