import type { Database } from '../../../../kernel/db/database.ts';
import type { Query } from '../../../../kernel/db/query.ts';
import type { RecurringJob } from '../../../../kernel/jobs/worker.ts';
import type { FindTexts } from '../../../../kernel/net/txt-records.ts';
import { SECOND } from '../../../../kernel/time.ts';
import { type Claim, listClaims, listDueClaims } from './operator-store.ts';
import { describeProof, isOver, nextLook } from './proof.ts';
import type { ClaimService } from './service.ts';
import { lookAgain } from './store.ts';

const EVERY_MS = 15 * SECOND;
/** Names in one pass, and of one account: whoever claims a thousand waits for them, and nobody else does. */
const MOST = 100;
const MOST_OF_ACCOUNT = 10;
/** Questions under way at the same time. */
const ASKED_AT_ONCE = 10;

interface Dependencies {
  db: Database;
  claims: Pick<ClaimService, 'accept' | 'refuse'>;
  /** Undefined where no proof is asked for: what still waits from before is accepted. */
  findTexts: FindTexts | undefined;
}

/** Looks for the proofs of claimed domains, and ends the claims that were never proved. */
export function proveClaims({ db, claims, findTexts }: Dependencies): RecurringJob {
  async function isProved({ domain, proof_token }: Claim): Promise<boolean> {
    if (!findTexts) return true;
    const { name, value } = describeProof(domain, proof_token);
    return (await findTexts(name)).includes(value);
  }

  function* accept({ account_id, id, domain }: Claim, now: number): Query<void> {
    if (!(yield* claims.accept(account_id, id, now))) return;
    for (const rival of yield* listClaims(domain)) yield* claims.refuse(rival.account_id, rival.id, now);
  }

  async function look(claim: Claim, now: number): Promise<void> {
    const { account_id, id, created_at } = claim;
    if (await isProved(claim)) await db.write(() => accept(claim, now));
    else if (isOver(created_at, now)) await db.write(() => claims.refuse(account_id, id, now));
  }

  return {
    name: 'domains.prove-claims',
    everyMs: EVERY_MS,
    async run(now) {
      const due = await db.write(function* () {
        const found = yield* listDueClaims(now, MOST_OF_ACCOUNT, MOST);
        // Before anybody is asked: whatever comes of it, the others have their turn first.
        for (const { account_id, id, created_at } of found) yield* lookAgain(account_id, id, nextLook(created_at, now));
        return found;
      });
      for (let first = 0; first < due.length; first += ASKED_AT_ONCE) {
        await Promise.all(due.slice(first, first + ASKED_AT_ONCE).map((claim) => look(claim, now)));
      }
    },
  };
}
