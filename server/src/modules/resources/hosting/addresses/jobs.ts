import type { Database } from '@hostler/database';
import type { Retention } from '#kernel/jobs/retention.ts';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { findHostingOwner, listLiving } from '../operator-store.ts';
import { findHosting } from '../store.ts';
import { listAddresses } from './address.ts';
import { listRecorded } from './operator-store.ts';
import { forgetAssignments, recordAddresses } from './store.ts';

/** Records changes made during an upgrade by a process of an older version, which writes no history. */
export function followAddresses({ db }: { db: Database }): RecurringJob {
  return {
    name: 'hosting.follow-addresses',
    everyMs: HOUR,
    async run(now) {
      const rows = await db.read(listLiving());
      const recorded = await db.read(listRecorded());
      const terminated = [...recorded.keys()].filter((id) => !rows.has(id));
      const changed = [...rows.values()].filter(
        (row) => listAddresses(row).symmetricDifference(recorded.get(row.id) ?? new Set()).size > 0,
      );
      for (const id of [...terminated, ...changed.map((row) => row.id)]) {
        await db.write(function* () {
          const owner = yield* findHostingOwner(id);
          const current = owner === undefined ? undefined : yield* findHosting(owner, id);
          if (owner !== undefined && current) yield* recordAddresses(owner, current, now);
        });
      }
    },
  };
}

export function addressRetention(keptDays: number): Retention {
  return {
    name: 'hosting.forget-addresses',
    everyMs: HOUR,
    forget: (now, limit) => forgetAssignments(now - keptDays * DAY, limit),
  };
}
