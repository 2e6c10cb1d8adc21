import type { Database, Query } from '@hostler/database';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import type { FindTexts } from '#kernel/net/txt-records.ts';
import { SECOND } from '#kernel/time.ts';
import { type Claim, listClaims, listDueClaims } from './operator-store.ts';
import { describeProof, isOver, nextCheckAt } from './proof.ts';
import type { ClaimService } from './service.ts';
import { checkAgain } from './store.ts';

const EVERY_MS = 15 * SECOND;
/** Claims per run, and per account: an account with a thousand claims delays only itself. */
const MOST = 100;
const MOST_OF_ACCOUNT = 10;
/** Concurrent queries. */
const ASKED_AT_ONCE = 10;

interface Dependencies {
  db: Database;
  claims: Pick<ClaimService, 'accept' | 'refuse'>;
  /** Undefined if no proof is required. Waiting claims are accepted then. */
  findTexts: FindTexts | undefined;
}

/** Looks up the proofs of claims, and ends claims that expired. */
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
        // Scheduled before the query, so that other claims come first whatever the result.
        for (const { account_id, id, created_at } of found)
          yield* checkAgain(account_id, id, nextCheckAt(created_at, now));
        return found;
      });
      for (let first = 0; first < due.length; first += ASKED_AT_ONCE) {
        await Promise.all(due.slice(first, first + ASKED_AT_ONCE).map((claim) => look(claim, now)));
      }
    },
  };
}
