import { type Query, sql } from '@hostler/database';
import type { Factor, SecondFactors } from '../sessions/index.ts';
import { removePasskeys } from './passkeys/store.ts';
import { removeCodes } from './recovery-codes/store.ts';
import { removeTotp } from './totp/store.ts';

/** Counts all factors in one statement, because every page asks for them. */
const COUNT = sql<{ person_id: number }, { totps: number; codes: number; passkeys: number }>(
  `select
     (select count(*) from totps where person_id = :person_id and secret is not null) as totps,
     (select count(*) from recovery_codes where person_id = :person_id) as codes,
     (select count(*) from passkeys where person_id = :person_id) as passkeys`,
);

/**
 * Second factors are required once a person has turned on codes of an app: such a code, a recovery code or a passkey. A
 * passkey alone requires none. Otherwise adding one in a browser would lock the person out of all others.
 */
export const secondFactors: SecondFactors = { list: listRequired, listAll };

function* listRequired(personId: number): Query<readonly Factor[]> {
  const all = yield* listAll(personId);
  return all.includes('totp') ? all : [];
}

function* listAll(personId: number): Query<readonly Factor[]> {
  const { totps = 0, codes = 0, passkeys = 0 } = (yield* COUNT.one({ person_id: personId })) ?? {};
  const counts: readonly (readonly [Factor, number])[] = [
    ['totp', totps],
    // Without the app they are of no use: nobody is asked for one.
    ['recovery_code', totps > 0 ? codes : 0],
    ['passkey', passkeys],
  ];
  return counts.filter(([, count]) => count > 0).map(([factor]) => factor);
}

/** Removes all second factors. The password alone is enough afterwards. */
export function* removeFactors(personId: number): Query<void> {
  yield* removeTotp(personId);
  yield* removePasskeys(personId);
  yield* removeCodes(personId);
}
