import type { Database } from '@hostler/database';
import type { VpsSample } from '#engines/vps/driver.ts';
import { type Meter, recordSamples } from './jobs.ts';

interface Dependencies {
  db: Database;
  beginMetering(now: number): Meter;
}

export type ReadingOperatorService = ReturnType<typeof createReadingOperatorService>;

/** Stores readings that do not come from the engine, for demos and tests. */
export function createReadingOperatorService({ db, beginMetering }: Dependencies) {
  /** Stores readings as a pass over the machines does, with their traffic and its limits, but without alerts. */
  function record(samples: readonly VpsSample[], now: number): Promise<void> {
    return recordSamples(db, samples, undefined, beginMetering(now));
  }

  return { record };
}
