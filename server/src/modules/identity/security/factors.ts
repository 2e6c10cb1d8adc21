import { type Query, sql } from '../../../kernel/db/query.ts';
import type { Factor, SecondFactors } from '../sessions/index.ts';
import { removePasskeys } from './passkeys/store.ts';
import { removeCodes } from './recovery-codes/store.ts';
import { removeTotp } from './totp/store.ts';

/** Asked with every page: one statement for all of them. */
const COUNT = sql<{ person_id: number }, { totps: number; codes: number; passkeys: number }>(
  `select
     (select count(*) from totps where person_id = :person_id and secret is not null) as totps,
     (select count(*) from recovery_codes where person_id = :person_id) as codes,
     (select count(*) from passkeys where person_id = :person_id) as passkeys`,
);

/**
 * What people are asked for besides their password, from when they have turned the codes of an app on: one of those, a
 * recovery code, or a passkey in their place. A passkey alone asks nobody for more: whoever adds one in a browser would find
 * themselves locked out of all others.
 */
export const secondFactors: SecondFactors = { list: listFactors };

function* listFactors(personId: number): Query<readonly Factor[]> {
  const { totps = 0, codes = 0, passkeys = 0 } = (yield* COUNT.one({ person_id: personId })) ?? {};
  if (totps === 0) return [];
  const counts: readonly (readonly [Factor, number])[] = [
    ['totp', totps],
    ['recovery_code', codes],
    ['passkey', passkeys],
  ];
  return counts.filter(([, count]) => count > 0).map(([factor]) => factor);
}

/** Their password alone lets them in then. */
export function* removeFactors(personId: number): Query<void> {
  yield* removeTotp(personId);
  yield* removePasskeys(personId);
  yield* removeCodes(personId);
}
