import { type Query, sql } from '@hostler/database';
import { storedText } from '#kernel/stored-value.ts';

/** The state of the first run is a few values, stored with the other values of the installation. */
const LINK = 'setup_link';
const SKIPPED = 'setup_skipped ';

const link = storedText(LINK);
const SPEND_LINK = sql<{ value: string }, { value: string }>(
  `delete from settings where name = '${LINK}' and value = :value returning value`,
);
const LIST_SKIPPED = sql<object, { name: string }>(`select name from settings where name like '${SKIPPED}%'`);
const SKIP = sql<{ name: string; value: string }, { name: string }>(
  'insert into settings (name, value) values (:name, :value) on conflict (name) do nothing returning name',
);

/** The current link. Its token is derived from the nonce and the secret key, so the database does not contain it. */
export interface SetupLink {
  readonly nonce: string;
  readonly expiresAt: number;
}

export function* findLink(): Query<SetupLink | undefined> {
  const [nonce, expiresAt] = (yield* link.read())?.split(' ') ?? [];
  return nonce === undefined ? undefined : { nonce, expiresAt: Number(expiresAt) };
}

export function* saveLink({ nonce, expiresAt }: SetupLink): Query<void> {
  yield* link.save(`${nonce} ${expiresAt}`);
}

/** Returns whether the caller is the first to use the link. */
export function* spendLink({ nonce, expiresAt }: SetupLink): Query<boolean> {
  return (yield* SPEND_LINK.one({ value: `${nonce} ${expiresAt}` })) !== undefined;
}

export function* listSkipped(): Query<Set<string>> {
  return new Set((yield* LIST_SKIPPED.all({})).map(({ name }) => name.slice(SKIPPED.length)));
}

/** Returns false if the step was skipped before. */
export function* skipStep(id: string, now: number): Query<boolean> {
  return (yield* SKIP.one({ name: `${SKIPPED}${id}`, value: String(now) })) !== undefined;
}
