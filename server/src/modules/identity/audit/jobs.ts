import { type Database, sql } from '@hostler/database';
import type { RecurringJob } from '#kernel/jobs/recurring.ts';
import { DAY } from '#kernel/time.ts';

/** Limit per account and kind of actor. Entries of programs never push out entries of people. */
const MOST = 200_000;
const AT_ONCE = 200;

interface Pair {
  account_id: number;
  actor_kind: string;
}

/** Jumps from one (account, kind of actor) to the next by the index, however many entries each has. */
const NEXT = sql<Pair, Pair>(
  `select account_id, actor_kind from audit_entries
   where (account_id, actor_kind) > (:account_id, :actor_kind) order by account_id, actor_kind limit 1`,
);
const LAST_SURPLUS = sql<Pair & { most: number }, { id: number }>(
  `select id from audit_entries where account_id = :account_id and actor_kind = :actor_kind
   order by account_id desc, actor_kind desc, id desc limit 1 offset :most`,
);
const FORGET = sql<Pair & { last: number; limit: number }>(
  `delete from audit_entries where id in (
     select id from audit_entries where account_id = :account_id and actor_kind = :actor_kind and id <= :last
     order by account_id, actor_kind, id limit :limit)`,
);

/** Deletes the oldest entries beyond the limit. */
export function forgetSurplus({ db, most = MOST }: { db: Database; most?: number }): RecurringJob {
  return {
    name: 'audit.forget-surplus',
    everyMs: DAY,
    async run() {
      let pair: Pair | undefined = { account_id: 0, actor_kind: '' };
      for (;;) {
        pair = await db.read(NEXT.one(pair));
        if (!pair) return;
        const { id: last } = (await db.read(LAST_SURPLUS.one({ ...pair, most }))) ?? {};
        if (last === undefined) continue;
        const surplus = { ...pair, last, limit: AT_ONCE };
        while ((await db.write(() => FORGET.run(surplus))) > 0);
      }
    },
  };
}
