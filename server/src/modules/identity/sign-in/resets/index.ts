import type { Database } from '@hostler/database';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import { type Clock, HOUR } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { Entrance } from '../sessions/index.ts';
import { resetCommands } from './commands.ts';
import { resetJob } from './jobs.ts';
import { migrations } from './migrations.ts';
import { createResetOperatorService, type ResetOperatorService } from './operator-service.ts';
import { resetRoutes } from './panel-routes.ts';
import { createResetService, type OnReset } from './service.ts';
import { forgetResets } from './store.ts';

export { voidResets } from './store.ts';
export type { ResetOperatorService };

interface Dependencies {
  db: Database;
  clock: Clock;
  links: Links;
  mailer: Mailer;
  entrance: Entrance;
  onReset: OnReset;
}

interface ResetsModule extends Module {
  operator: { resets: ResetOperatorService };
}

/** Resets forgotten passwords by mail. */
export function resetsModule({ db, clock, links, mailer, entrance, onReset }: Dependencies): ResetsModule {
  const service = createResetService({ db, clock, links, mailer, onReset });
  const resets = createResetOperatorService({ resets: service });
  return {
    name: 'resets',
    migrations,
    panelRoutes: resetRoutes({ db, entrance, resets: service }),
    jobs: [resetJob({ db, resets: service })],
    forgets: [{ name: 'resets.forget-expired', everyMs: HOUR, forget: (now, limit) => forgetResets({ now, limit }) }],
    commands: resetCommands({ db, resets }),
    operator: { resets },
  };
}
