import type { Database } from '../../kernel/db/database.ts';
import type { Authenticator } from '../../kernel/http/caller.ts';
import type { Logger } from '../../kernel/log.ts';
import { type Clock, HOUR } from '../../kernel/time.ts';
import type { Module } from '../../module.ts';
import { createAuthenticator } from './authenticator.ts';
import { keyCommands } from './commands.ts';
import { migrations } from './migrations.ts';
import { authRoutes } from './routes.ts';
import { forgetExpiredTokens } from './store.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
}

export function authModule({ db, clock, log }: Dependencies): Module & { authenticator: Authenticator } {
  return {
    name: 'auth',
    tag: 'Token pairs for client-side applications, and who the caller is.',
    migrations,
    routes: authRoutes({ db }),
    recurring: [
      { name: 'auth.forget-expired-tokens', everyMs: HOUR, run: (now) => db.write(() => forgetExpiredTokens(now)) },
    ],
    commands: keyCommands({ db, clock }),
    authenticator: createAuthenticator({ db, clock, log }),
  };
}
