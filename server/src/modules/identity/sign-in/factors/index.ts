import type { Database, Query } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import { defineCookie } from '#kernel/http/cookie.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { Entrance, SessionService } from '../sessions/index.ts';
import { createEmailService } from './email/service.ts';
import type { SecurityMails, Told, Whereabouts } from './mails.ts';
import { migrations } from './migrations.ts';
import { securityRoutes } from './panel-routes.ts';
import { createPasskeyService } from './passkeys/service.ts';
import { createRecoveryCodeService } from './recovery-codes/service.ts';
import { removalCommands } from './removals/commands.ts';
import { removeDueFactors } from './removals/jobs.ts';
import { createFactorOperatorService, type FactorOperatorService } from './removals/operator-service.ts';
import { securityRetention } from './retention.ts';
import { createSecurityService } from './service.ts';
import { signInRoutes } from './signing-in/panel-routes.ts';
import { createSignInService } from './signing-in/service.ts';
import { createTotpService } from './totp/service.ts';

export { secondFactors } from './factors.ts';
export { createSecurityMails } from './mails.ts';
export type { FactorOperatorService };

interface Dependencies {
  db: Database;
  clock: Clock;
  vault: Vault;
  mailer: Parameters<typeof createEmailService>[0]['mailer'];
  links: Links;
  securityMails: SecurityMails;
  sessions: SessionService;
  entrance: Entrance;
  /** Returns the name of the product, shown by authenticator apps. */
  issuer: () => string;
  secure: boolean;
}

interface SecurityModule extends Module {
  operator: { factors: FactorOperatorService };
  /**
   * Notifies a person of a password that was reset by a link. Pending changes of the address are dropped, because
   * someone who knew the old password may have requested them.
   */
  onReset(person: Told, where: Whereabouts): Query<void>;
}

export function securityModule(dependencies: Dependencies): SecurityModule {
  const { db, clock, vault, mailer, links, securityMails, sessions, entrance, issuer, secure } = dependencies;
  const totp = createTotpService({ vault, clock, issuer });
  const recoveryCodes = createRecoveryCodeService({ vault, clock });
  const passkeys = createPasskeyService({ db, vault, clock, issuer });
  const email = createEmailService({ db, clock, mailer, links, securityMails });
  const parts = { db, clock, sessions, totp, recoveryCodes, passkeys, securityMails };
  const security = createSecurityService({ ...parts, email });
  const signIn = createSignInService({ ...parts, vault });
  const factors = createFactorOperatorService({ clock, securityMails });
  const holder = defineCookie('hostler_passkey', { secure });
  return {
    name: 'security',
    migrations,
    panelTags: { security: 'Sign-in settings of a person: password, second factors, passkeys and e-mail address.' },
    panelRoutes: [
      ...signInRoutes({ db, entrance, sessions, signIn, holder }),
      ...securityRoutes({ entrance, security }),
    ],
    recurring: [removeDueFactors({ db, securityMails })],
    forgets: securityRetention,
    commands: removalCommands({ db, factors }),
    operator: { factors },
    *onReset(person, where) {
      yield* email.dropPending(person.id);
      yield* securityMails.tellChange(person, 'password-changed', where);
    },
  };
}
