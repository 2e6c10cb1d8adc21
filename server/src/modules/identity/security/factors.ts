import type { Query } from '../../../kernel/db/query.ts';
import type { Factor, SecondFactors } from '../sessions/index.ts';
import { listPasskeys, removePasskeys } from './passkeys/store.ts';
import { countCodes, removeCodes } from './recovery-codes/store.ts';
import { findTotp, removeTotp } from './totp/store.ts';

/** What people have besides their password. Recovery codes stand in for another factor and are none by themselves. */
export const secondFactors: SecondFactors = { list: listFactors };

function* listFactors(personId: number): Query<readonly Factor[]> {
  const hasTotp = ((yield* findTotp(personId))?.secret ?? null) !== null;
  const hasPasskeys = (yield* listPasskeys(personId)).length > 0;
  if (!hasTotp && !hasPasskeys) return [];
  const hasCodes = (yield* countCodes(personId)) > 0;
  return [
    ...(hasTotp ? (['totp'] as const) : []),
    ...(hasCodes ? (['recovery_code'] as const) : []),
    ...(hasPasskeys ? (['passkey'] as const) : []),
  ];
}

/** Their password alone lets them in then. */
export function* removeFactors(personId: number): Query<void> {
  yield* removeTotp(personId);
  yield* removePasskeys(personId);
  yield* removeCodes(personId);
}
