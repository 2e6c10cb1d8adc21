import type { Database, Query } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import type { Environment } from '#kernel/environment.ts';
import type { Authenticator, PanelCaller } from '#kernel/http/caller.ts';
import { defineCookie } from '#kernel/http/cookie.ts';
import type { Logger } from '#kernel/log.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import { createSessionAuthenticator } from './authenticator.ts';
import { createEntrance, type Entrance } from './entrance.ts';
import { migrations } from './migrations.ts';
import { sessionRoutes } from './panel-routes.ts';
import { sessionRetention } from './retention.ts';
import { createSessionService, type OnNewDevice, type SecondFactors, type SessionService } from './service.ts';
import { findLastSeen } from './store.ts';
import { createPanelTokens, type PanelTokens } from './tokens/service.ts';

export { countAsking, countTry, forgiveTry } from './attempts/asking.ts';
export { type CodeTry, countCodeTry, endsTries, forgiveCodeTries } from './attempts/code-tries.ts';
export { nameDevice } from './device.ts';
export { findKnownDevice } from './known-device.ts';
export { CONFIRMED_MS } from './lifetimes.ts';
export { Confirmed, Nothing, Password, SignedIn } from './schemas.ts';
export type { Begun, Factor, Place } from './service.ts';
export { findTokenGround, removeSession, removeSessionsOf } from './store.ts';
export type { Entrance, SecondFactors, SessionService };

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  vault: Vault;
  environments: ReadonlySet<Environment>;
  secondFactors: SecondFactors;
  onNewDevice: OnNewDevice;
  /** True if the panel is served over HTTPS. */
  secure: boolean;
}

interface SessionsModule extends Module {
  authenticator: Authenticator<PanelCaller>;
  tokens: PanelTokens;
  /** Returns when the person last used the panel, for up to a month. */
  findLastSeen(personId: number): Query<number | null>;
  sessions: SessionService;
  entrance: Entrance;
}

export function sessionsModule(dependencies: Dependencies): SessionsModule {
  const { db, clock, log, vault, environments, secondFactors, onNewDevice, secure } = dependencies;
  const cookies = {
    session: defineCookie('hostler_session', { secure }),
    device: defineCookie('hostler_device', { secure }),
  };
  const tokens = createPanelTokens({ vault, clock, environments });
  const sessions = createSessionService({ db, clock, vault, secondFactors, onNewDevice });
  const entrance = createEntrance({ vault, cookies, environments });
  return {
    name: 'sessions',
    migrations,
    panelTags: {
      sessions: 'Sign-in, sign-out and browser sessions.',
      token: 'Access tokens for the public API.',
    },
    panelRoutes: sessionRoutes({ db, entrance, sessions, secondFactors, tokens }),
    forgets: sessionRetention,
    authenticator: createSessionAuthenticator({ db, clock, log, cookie: cookies.session }),
    tokens,
    findLastSeen,
    sessions,
    entrance,
  };
}
