import type { Database } from '@hostler/database';
import type { Logger } from '#kernel/log.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { SECOND } from '#kernel/time.ts';
import { createAlertService } from './alerts/service.ts';
import { createWatcher } from './evaluation/jobs.ts';
import { watchHosts } from './incidents/jobs.ts';
import { addDefaultRules } from './rules/service.ts';

interface Dependencies {
  db: Database;
  log: Logger;
  staffMail: StaffMail;
  /** Interval of server readings. */
  sampleEverySeconds: number;
}

/** The part of monitoring that the module with the machines calls. It needs nothing of that module. */
export function createWatch({ db, log, staffMail, sampleEverySeconds }: Dependencies) {
  return {
    watcher: createWatcher({ db, alerts: createAlertService(), everyMs: sampleEverySeconds * SECOND }),
    onEngineSeen: watchHosts({ db, log, staffMail }),
    onRecorded: addDefaultRules,
  };
}
