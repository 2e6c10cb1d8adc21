import { DateTime, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';

export const AccountArchive = Resource('AccountArchive', 'All data of an account as a ZIP file of JSON files.', {
  name: Type.String({ description: 'Name of the file.', examples: ['customer-12.zip'] }),
  content: Type.String({ description: 'The file in base64.' }),
  size_bytes: Type.Integer({ description: 'Size of the file.', examples: [20480] }),
  exported_at: DateTime('Time of the export.'),
});
