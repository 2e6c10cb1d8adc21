import { nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';

/** Sign-ups whose address is not confirmed. They are found by the hash of their link. */
const signUps = table(
  'sign_ups',
  {
    id: number(),
    email: text(),
    name: text(),
    /** JSON of NewCustomer. */
    customer: text(),
    terms_version: nullable(text()),
    plan: nullable(text()),
    created_at: number(),
    expires_at: number(),
  },
  { hidden: { password_hash: text(), browser_hash: text() } },
);
export type SignUpRow = Row<typeof signUps>;
export type FoundSignUp = SignUpRow & { password_hash: string; browser_hash: string };

const acceptances = table('terms_acceptances', {
  id: number(),
  account_id: number(),
  person_id: number(),
  version: text(),
  accepted_at: number(),
});

const ALL = `${signUps.columns}, password_hash, browser_hash`;
const FIND = sql<{ id: number }, SignUpRow>(`select ${signUps.columns} from sign_ups where id = :id`);
const GIVE_LINK = sql<{ id: number; hash: string }>('update sign_ups set hash = :hash where id = :id');
const BY_HASH = sql<{ hash: string; now: number }, FoundSignUp>(
  `select ${ALL} from sign_ups where hash = :hash and expires_at > :now`,
);
const SPEND = sql<{ hash: string; now: number }, FoundSignUp>(
  `delete from sign_ups where hash = :hash and expires_at > :now returning ${ALL}`,
);
const VOID = sql<{ email: string }>('delete from sign_ups where email = :email');
const COUNT = sql<{ since: number; most: number }, { count: number }>(
  'select count(*) as count from (select id from sign_ups where created_at > :since limit :most) as recent',
);
const FORGET = sql<{ now: number; limit: number }>(
  `delete from sign_ups where id in (select id from sign_ups where expires_at < :now order by expires_at limit :limit)`,
);

export const insertSignUp = signUps.insert;
export const findSignUp = (id: number) => FIND.one({ id });
export const giveLink = GIVE_LINK.run;
export const findByLink = BY_HASH.one;
export const forgetSignUps = FORGET.run;
export const insertAcceptance = acceptances.insert;

/** Returns the sign-up for the first caller, and voids all others of that address. */
export function* spendSignUp(hash: string, now: number): Query<FoundSignUp | undefined> {
  const spent = yield* SPEND.one({ hash, now });
  if (spent) yield* VOID.run({ email: spent.email });
  return spent;
}

/** Counts sign-ups since then, up to `most`. */
export function* countSince(since: number, most: number): Query<number> {
  return (yield* COUNT.one({ since, most }))?.count ?? 0;
}
