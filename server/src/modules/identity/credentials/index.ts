import type { Database, Query } from '@hostler/database';
import type { Environment } from '#kernel/environment.ts';
import type { Authenticator, Customer } from '#kernel/http/caller.ts';
import type { LimitBook } from '#kernel/limits/limit-book.ts';
import type { Logger } from '#kernel/log.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import { createAuthenticator, type PanelTokens } from './authenticator.ts';
import { keyCommands } from './keys/commands.ts';
import { createKeyOperatorService, type KeyOperatorService } from './keys/operator-service.ts';
import { keyRoutes } from './keys/panel-routes.ts';
import { createKeyService, type KeyMaker, type KeyService } from './keys/service.ts';
import { endKeysOfPerson, type KeyName, listKeysOfPerson } from './keys/store.ts';
import { migrations } from './migrations.ts';
import { authRetention } from './retention.ts';
import { authRoutes } from './routes.ts';
import { keysLimit } from './store.ts';

export { readBearer, toCaller, toTokenCaller } from './authenticator.ts';
export { generateOperatorKey, isWellFormedOperatorKey } from './keys/format.ts';
export { checkNameAndEnd, checkNetworks, DEFAULT_RATE_LIMIT, HINT_LENGTH } from './keys/make-key.ts';
export { KeyRequest } from './keys/schemas.ts';
export { countKeys } from './keys/service.ts';
export { findFamilyKey, findKeys } from './store.ts';
export type { KeyMaker, KeyOperatorService, KeyService };

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  limits: LimitBook;
  environments: ReadonlySet<Environment>;
  panelTokens: readonly PanelTokens[];
}

interface AuthModule extends Module {
  authenticator: Authenticator<Customer>;
  keys: KeyService;
  operator: { keys: KeyOperatorService };
  /** Keys that a person created in an account. They end with the membership. */
  keysOfPeople: {
    list(accountId: number, personId: number): Query<KeyName[]>;
    end(accountId: number, personId: number): Query<KeyName[]>;
  };
}

export function authModule({ db, clock, log, limits, environments, panelTokens }: Dependencies): AuthModule {
  const operatorKeys = createKeyOperatorService({ clock });
  const keys = createKeyService({ environments });
  return {
    name: 'auth',
    tag: 'Token pairs for client-side applications, and details of the current credentials.',
    migrations,
    limits: [keysLimit],
    routes: authRoutes({ db, limits }),
    panelRoutes: keyRoutes(keys),
    panelTags: { keys: 'API keys of the account.' },
    forgets: authRetention,
    commands: keyCommands({ db, keys: operatorKeys }),
    keys,
    operator: { keys: operatorKeys },
    keysOfPeople: {
      list: (accountId, personId) => listKeysOfPerson(accountId, personId, clock.now()),
      end: (accountId, personId) => endKeysOfPerson(accountId, personId, clock.now()),
    },
    authenticator: createAuthenticator({ db, clock, log, environments, panelTokens }),
  };
}
