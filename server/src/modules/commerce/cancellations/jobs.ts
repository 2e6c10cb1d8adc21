import type { Database } from '@hostler/database';
import type { JobHandler } from '#kernel/jobs/worker.ts';
import { type CancellationService, HANDLE_CANCELLATION } from './service.ts';

export function cancellationJob({
  db,
  cancellations,
}: {
  db: Database;
  cancellations: CancellationService;
}): JobHandler {
  return {
    kind: HANDLE_CANCELLATION,
    run: (work) =>
      db.write(function* () {
        yield* cancellations.handle((work.payload as { id: number }).id);
        yield* work.complete();
      }),
  };
}
