import type { VpsDriver, VpsSample } from '../../engines/vps/driver.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { RecurringJob } from '../../kernel/jobs/worker.ts';
import { MINUTE } from '../../kernel/time.ts';
import { hostingIdOf } from './machine.ts';
import { forgetSamples, insertSample, listLivingIds } from './operator-store.ts';

/** Rows in one transaction: small enough that no customer's write waits for them. */
const AT_ONCE = 200;

interface Dependencies {
  db: Database;
  vps: VpsDriver;
  sampleEveryMs: number;
}

/** Reads every machine's counters now and then, and forgets old readings. */
export function hostingUpkeep({ db, vps, sampleEveryMs }: Dependencies): RecurringJob[] {
  return [
    {
      name: 'hosting.sample',
      everyMs: sampleEveryMs,
      async run() {
        const samples = await vps.sample();
        const ids = await db.read(listLivingIds());
        // The engine may also run machines that are not ours to watch.
        const ours = samples.flatMap((sample) => {
          const id = hostingIdOf(sample.name);
          return id !== undefined && ids.has(id) ? [{ id, sample }] : [];
        });
        for (let first = 0; first < ours.length; first += AT_ONCE) {
          await db.write(() => insertSamples(ours.slice(first, first + AT_ONCE)));
        }
      },
    },
    {
      name: 'hosting.forget-samples',
      everyMs: 5 * MINUTE,
      async run(now) {
        while ((await db.write(() => forgetSamples(now, AT_ONCE))) === AT_ONCE);
      },
    },
  ];
}

function* insertSamples(samples: readonly { id: number; sample: VpsSample }[]) {
  for (const { id, sample } of samples) yield* insertSample(id, sample);
}
