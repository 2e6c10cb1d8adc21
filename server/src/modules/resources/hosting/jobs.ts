import type { VpsDriver } from '#engines/vps/driver.ts';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import type { Logger } from '#kernel/log.ts';
import { HOUR } from '#kernel/time.ts';

/** Applies the limits of new machines to machines created by an earlier version. */
export function tightenHosting({ vps, log }: { vps: VpsDriver; log: Logger }): RecurringJob {
  return {
    name: 'hosting.tighten',
    everyMs: HOUR,
    async run() {
      const tightened = await vps.tighten();
      if (tightened.length > 0) log.info({ machines: tightened }, 'servers got the bounds that new ones have');
    },
  };
}
