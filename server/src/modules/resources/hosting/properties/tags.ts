import { validationError } from '#kernel/errors.ts';
import { fieldErrors } from './errors.ts';

export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 40;
const TAG = /^[a-z0-9:_-]{1,40}$/;

/** Returns tags in lower case, sorted and without duplicates. Throws VALIDATION_ERROR. */
export function readTags(given: readonly string[]): string[] {
  const tags = given.map(normaliseTag);
  const details = tags.flatMap((tag, index) =>
    TAG.test(tag) ? [] : [fieldErrors.tag_malformed(`tags[${index}]`, { max: MAX_TAG_LENGTH })],
  );
  if (details.length > 0) throw validationError(details);
  return [...new Set(tags)].sort();
}

export function normaliseTag(tag: string): string {
  return tag.trim().toLowerCase();
}
