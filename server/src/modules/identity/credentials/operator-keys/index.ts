import type { Database } from '@hostler/database';
import type { Authenticator, PanelCaller, StaffCaller } from '#kernel/http/caller.ts';
import type { Logger } from '#kernel/log.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { SecondFactors } from '../../sign-in/index.ts';
import { createOperatorAuthenticator } from './authenticator.ts';
import { operatorKeyCommands } from './commands.ts';
import { migrations } from './migrations.ts';
import { operatorRoutes } from './operator-routes.ts';
import { createOperatorKeyService, type OperatorKeyService } from './operator-service.ts';
import { operatorKeyRetention } from './retention.ts';

export { readKey as readOperatorKey } from './authenticator.ts';
export type { OperatorKeyService };

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  sessions: Authenticator<PanelCaller>;
  secondFactors: SecondFactors;
  demo: boolean;
}

interface OperatorsModule extends Module {
  authenticator: Authenticator<StaffCaller>;
  operator: { operatorKeys: OperatorKeyService };
}

export function operatorsModule(dependencies: Dependencies): OperatorsModule {
  const { db, clock } = dependencies;
  const keys = createOperatorKeyService({ clock });
  return {
    name: 'operators',
    migrations,
    forgets: [operatorKeyRetention],
    commands: operatorKeyCommands({ db, keys }),
    operatorRoutes,
    authenticator: createOperatorAuthenticator(dependencies),
    operator: { operatorKeys: keys },
  };
}
