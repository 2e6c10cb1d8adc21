import type { Database, Query } from '@hostler/database';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { MINUTE } from '#kernel/time.ts';
import { findPerson } from '../../../people/index.ts';
import { removeFactors } from '../factors.ts';
import type { SecurityMails } from '../mails.ts';
import { takeDueRemoval } from './store.ts';

export function removeDueFactors({ db, securityMails }: { db: Database; securityMails: SecurityMails }): RecurringJob {
  /** Returns whether a removal was due. */
  function* removeNext(now: number): Query<boolean> {
    const removal = yield* takeDueRemoval(now);
    const person = removal && (yield* findPerson(removal.person_id));
    if (!person) return removal !== undefined;
    yield* removeFactors(person.id);
    yield* securityMails.tellChange(person, 'lift-done');
    return true;
  }

  return {
    name: 'security.lift-factors',
    everyMs: MINUTE,
    async run(now) {
      while (await db.write(() => removeNext(now)));
    },
  };
}
