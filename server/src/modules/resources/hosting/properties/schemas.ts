import { Line, Nullable, Text } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { MAX_TAG_LENGTH, MAX_TAGS } from './tags.ts';

export const Tags = Type.Array(Line({ minLength: 1, maxLength: MAX_TAG_LENGTH, description: 'A tag.' }), {
  maxItems: MAX_TAGS,
  description: `Tags, up to ${MAX_TAGS} with up to ${MAX_TAG_LENGTH} letters, digits and the characters \`: _ -\`. Tags are stored in lower case; duplicates are removed.`,
  examples: [['env:prod', 'shop']],
});

export const HostingUpdate = Type.Object({
  label: Type.Optional(
    Nullable(Line({ maxLength: 100, description: 'New label. Null or an empty text removes it.', examples: ['Shop'] })),
  ),
  tags: Type.Optional(Tags),
  note: Type.Optional(
    Nullable(
      Text({
        maxLength: 2_000,
        description: 'New note, up to 2,000 characters. Null or an empty text removes it.',
        examples: ['Runs the shop.'],
      }),
    ),
  ),
  protected: Type.Optional(
    Type.Boolean({
      description: 'True protects the VPS against rebuild and against the immediate cancellation of its subscription.',
    }),
  ),
});
export type HostingUpdate = Static<typeof HostingUpdate>;

export const HostingFilters = Type.Object({
  tag: Type.Optional(
    Line({
      minLength: 1,
      maxLength: MAX_TAG_LENGTH,
      description: 'Only servers with this tag.',
      examples: ['env:prod'],
    }),
  ),
});
