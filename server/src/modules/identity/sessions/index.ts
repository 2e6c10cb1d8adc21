import type { Vault } from '../../../kernel/crypto.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { Query } from '../../../kernel/db/query.ts';
import type { Authenticator, Environment, PanelCaller } from '../../../kernel/http/caller.ts';
import { defineCookie } from '../../../kernel/http/cookie.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import { createSessionAuthenticator } from './authenticator.ts';
import { migrations } from './migrations.ts';
import { sessionRoutes } from './panel-routes.ts';
import { sessionRetention } from './retention.ts';
import { createSessionService, type SecondFactors } from './service.ts';
import { findLastSeen } from './store.ts';
import { createPanelTokens, type PanelTokens } from './tokens/service.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  vault: Vault;
  environments: ReadonlySet<Environment>;
  secondFactors: SecondFactors;
  /** Whether people come over https. */
  secure: boolean;
}

interface SessionsModule extends Module {
  authenticator: Authenticator<PanelCaller>;
  tokens: PanelTokens;
  /** When somebody last used the panel; for a month. */
  findLastSeen(personId: number): Query<number | null>;
}

export function sessionsModule(dependencies: Dependencies): SessionsModule {
  const { db, clock, log, vault, environments, secondFactors, secure } = dependencies;
  const cookies = {
    session: defineCookie('hostler_session', { secure }),
    device: defineCookie('hostler_device', { secure }),
  };
  const tokens = createPanelTokens({ vault, clock, environments });
  const sessions = createSessionService({ db, clock, vault, secondFactors });
  return {
    name: 'sessions',
    migrations,
    panelTags: {
      sessions: 'Signing in and out, and where somebody is signed in.',
      token: 'Access tokens of the public API for the page.',
    },
    panelRoutes: sessionRoutes({ db, vault, cookies, sessions, secondFactors, tokens, environments }),
    forgets: sessionRetention,
    authenticator: createSessionAuthenticator({ db, clock, log, cookie: cookies.session }),
    tokens,
    findLastSeen,
  };
}
