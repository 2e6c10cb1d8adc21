import type { Database, Query } from '@hostler/database';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { MINUTE } from '#kernel/time.ts';
import { findPerson } from '../../people/index.ts';
import { removeFactors } from '../factors.ts';
import type { Notices } from '../notices.ts';
import { takeDueLift } from './store.ts';

export function liftFactors({ db, notices }: { db: Database; notices: Notices }): RecurringJob {
  /** Returns whether a removal was due. */
  function* liftNext(now: number): Query<boolean> {
    const lift = yield* takeDueLift(now);
    const person = lift && (yield* findPerson(lift.person_id));
    if (!person) return lift !== undefined;
    yield* removeFactors(person.id);
    yield* notices.tellChange(person, 'lift-done');
    return true;
  }

  return {
    name: 'security.lift-factors',
    everyMs: MINUTE,
    async run(now) {
      while (await db.write(() => liftNext(now)));
    },
  };
}
