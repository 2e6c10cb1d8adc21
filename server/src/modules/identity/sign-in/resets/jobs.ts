import type { Database } from '@hostler/database';
import type { JobHandler } from '#kernel/jobs/worker.ts';
import { type ResetService, SEND_RESET } from './service.ts';

export function resetJob({ db, resets }: { db: Database; resets: ResetService }): JobHandler {
  return {
    kind: SEND_RESET,
    run: (work) =>
      db.write(function* () {
        yield* resets.send((work.payload as { email: string }).email);
        yield* work.complete();
      }),
  };
}
