import type { Database } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import type { Authenticator, PanelCaller } from '#kernel/http/caller.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import { acceptViews } from './authenticator.ts';
import { disclosure } from './jobs.ts';
import { migrations } from './migrations.ts';
import { accountViewRoutes } from './operator-routes.ts';
import { createAccountViewService } from './operator-service.ts';
import { accountViewRetention } from './retention.ts';
import type { ViewTokens } from './tokens.ts';

export { createViewTokens } from './tokens.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  vault: Vault;
  sessions: Authenticator<PanelCaller>;
  tokens: ViewTokens;
}

interface AccountViewsModule extends Module {
  /** Authenticates sessions and views at the panel API. */
  panelAuthenticator: Authenticator<PanelCaller>;
}

export function accountViewsModule({ db, clock, vault, sessions, tokens }: Dependencies): AccountViewsModule {
  return {
    name: 'account-views',
    migrations,
    recurring: [disclosure(db)],
    forgets: [accountViewRetention],
    operatorRoutes: accountViewRoutes(db, createAccountViewService({ vault, clock })),
    panelAuthenticator: acceptViews({ db, clock, sessions, tokens }),
  };
}
