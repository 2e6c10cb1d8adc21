import { lockName, type Query } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import { validationError } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import { getAccount } from '../service.ts';
import { fieldErrors } from './errors.ts';
import { addTag, listUsedTags, removeTag, tagsOf } from './store.ts';

/** Tags of one account. */
const MOST_TAGS = 20;
/** Different tags that are listed. */
const MOST_LISTED = 1_000;
const TAG = /^[\p{L}\p{N}][\p{L}\p{N} ._:+-]{0,39}$/u;

interface TagChange {
  account_id: number;
  add?: readonly string[];
  remove?: readonly string[];
}

export type TagOperatorService = ReturnType<typeof createTagOperatorService>;

/**
 * Staff tags for customers. Like notes, they are only for staff, and their audit entries belong to no account.
 */
export function createTagOperatorService({ clock }: { clock: Clock }) {
  /** Adds and removes tags. A tag that is already there, or is not, stays as it is. */
  function* change({ account_id, add = [], remove = [] }: TagChange) {
    const [added, removed] = [readTags('add', add), readTags('remove', remove)];
    const { id, name } = yield* getAccount(account_id);
    yield* lockName(`tags of account ${account_id}`);
    for (const tag of removed) yield* removeTag(account_id, tag);
    for (const tag of added) yield* addTag(account_id, tag);
    const tags = yield* tagsOf(account_id);
    if (tags.length > MOST_TAGS) {
      throw validationError([fieldErrors.too_many_tags('add', { max: MOST_TAGS })]);
    }
    yield* audit({ accounts: [null], record: { type: 'account', id, label: name }, now: clock.now() });
    return { id, name, tags };
  }

  /** Lists all tags in use with the number of their accounts. */
  function* list(): Query<{ tag: string; accounts: number }[]> {
    return yield* listUsedTags(MOST_LISTED);
  }

  return { change, list };
}

function readTags(field: string, given: readonly string[]): string[] {
  const tags = [...new Set(given.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== ''))];
  if (tags.every((tag) => TAG.test(tag))) return tags;
  const message = 'must be tags of 1 to 40 characters: letters, digits, spaces and . _ : + -';
  throw validationError([{ field, message }]);
}
