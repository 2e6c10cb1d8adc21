import { later, number, type Query, type Row, sql, table, text } from '@hostler/database';

const passkeys = table(
  'passkeys',
  {
    id: number(),
    person_id: number(),
    /** The authenticator's id of the passkey. It is unique over all people. */
    credential_id: text(),
    public_key: text(),
    /** Number of uses that the authenticator reports. Always 0 if it does not count. */
    counter: number(),
    transports: text(),
    name: text(),
    created_at: number(),
    last_used_at: later(number()),
  },
  { unique: 'credential_id' },
);
export type PasskeyRow = Row<typeof passkeys>;

const LIST = sql<{ person_id: number }, PasskeyRow>(
  `select ${passkeys.columns} from passkeys where person_id = :person_id order by id`,
);
/** The credential id alone identifies the passkey and its person. */
const FIND = sql<{ credential_id: string }, PasskeyRow>(
  `select ${passkeys.columns} from passkeys where credential_id = :credential_id`,
);
const USE = sql<{ id: number; before: number; counter: number; now: number }>(
  'update passkeys set counter = :counter, last_used_at = :now where id = :id and counter = :before',
);
const REMOVE = sql<{ id: number; person_id: number }, PasskeyRow>(
  `delete from passkeys where id = :id and person_id = :person_id returning ${passkeys.columns}`,
);
const REMOVE_ALL = sql<{ person_id: number }>('delete from passkeys where person_id = :person_id');
const REMEMBER = sql<{ challenge: string; expires_at: number }>(
  `insert into used_challenges (challenge, expires_at) values (:challenge, :expires_at) on conflict (challenge) do nothing`,
);
const FORGET = sql<{ now: number; limit: number }>(
  `delete from used_challenges where challenge in (
     select challenge from used_challenges where expires_at < :now order by expires_at limit :limit)`,
);

export const insertPasskey = passkeys.insert;
export const listPasskeys = (personId: number) => LIST.all({ person_id: personId });
export const findPasskey = (credentialId: string) => FIND.one({ credential_id: credentialId });
export const removePasskey = REMOVE.one;
export const removePasskeys = (personId: number) => REMOVE_ALL.run({ person_id: personId });
export const forgetChallenges = (now: number, limit: number) => FORGET.run({ now, limit });

/** Returns false if the passkey was used concurrently. */
export function* usePasskey(use: { id: number; before: number; counter: number; now: number }): Query<boolean> {
  return (yield* USE.run(use)) === 1;
}

/** Returns false if the challenge was used before. */
export function* useChallenge(challenge: string, expiresAt: number): Query<boolean> {
  return (yield* REMEMBER.run({ challenge, expires_at: expiresAt })) === 1;
}
