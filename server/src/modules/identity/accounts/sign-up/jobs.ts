import type { Database } from '@hostler/database';
import type { JobHandler } from '#kernel/jobs/worker.ts';
import { SEND_CONFIRMATION, type SignUpService } from './service.ts';

export function signUpJob({ db, signUps }: { db: Database; signUps: SignUpService }): JobHandler {
  return {
    kind: SEND_CONFIRMATION,
    run: (work) =>
      db.write(function* () {
        yield* signUps.send((work.payload as { id: number }).id);
        yield* work.complete();
      }),
  };
}
