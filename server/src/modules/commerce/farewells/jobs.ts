import type { Database } from '@hostler/database';
import type { JobHandler } from '#kernel/jobs/worker.ts';
import { type FarewellService, HANDLE_FAREWELL } from './service.ts';

export function farewellJob({ db, farewells }: { db: Database; farewells: FarewellService }): JobHandler {
  return {
    kind: HANDLE_FAREWELL,
    run: (work) =>
      db.write(function* () {
        yield* farewells.handle((work.payload as { id: number }).id);
        yield* work.complete();
      }),
  };
}
