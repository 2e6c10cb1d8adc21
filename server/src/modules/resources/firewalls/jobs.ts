import type { Database } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { VpsDriver } from '#engines/vps/driver.ts';
import type { RecurringJob } from '#kernel/jobs/recurring.ts';
import type { Logger } from '#kernel/log.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { applyPolicy, settleApplied } from './actions.ts';
import { listOpen, noteTry } from './policies/store.ts';

const EVERY_MS = 15 * SECOND;
/** Time for the action of a change, before its servers are repaired here. */
const PATIENCE_MS = MINUTE;
const AT_ONCE = 50;

interface Dependencies {
  db: Database;
  vps: Pick<VpsDriver, 'setFirewall' | 'capabilities'>;
  log: Logger;
  smtpBlocked: boolean;
}

/** Applies packet rules that are not in effect: after a failed action, a restore or the loss of a worker. */
export function repairFirewalls({ db, vps, log, smtpBlocked }: Dependencies): RecurringJob {
  return {
    name: 'firewalls.repair',
    everyMs: EVERY_MS,
    async run(now) {
      if (!vps.capabilities.has('firewall')) return;
      for (const { hosting_id, account_id } of await db.read(listOpen(now - PATIENCE_MS, AT_ONCE))) {
        try {
          const version = await applyPolicy({ db, vps, smtpBlocked }, hosting_id);
          await db.write(() => settleApplied(account_id, [{ hostingId: hosting_id, version }], now));
        } catch (error) {
          if (!(error instanceof EngineError)) throw error;
          await db.write(() => noteTry(hosting_id, now));
          log.warn({ hosting_id, reason: error.message }, 'firewall not applied');
        }
      }
    },
  };
}
