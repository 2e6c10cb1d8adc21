import { BRAND_IMAGE_KINDS } from '#kernel/brand.ts';
import { DateTime, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';

export const BrandImage = Resource('BrandImage', 'An image of the brand.', {
  id: OwnId,
  kind: OneOf(BRAND_IMAGE_KINDS, { description: 'Use of the image.' }),
  width: Type.Integer({ description: 'Width in pixels.' }),
  height: Type.Integer({ description: 'Height in pixels.' }),
  size_bytes: Type.Integer({ description: 'Size of the stored file.' }),
  path: Type.String({
    description: 'Path of the image on this server. It changes with the content.',
    examples: ['/brand/logo.png?v=0a1b2c3d4e5f6071'],
  }),
  changed_at: DateTime('Time of the upload.'),
  changed_by: Type.String({ description: 'Staff member who uploaded it.' }),
});
