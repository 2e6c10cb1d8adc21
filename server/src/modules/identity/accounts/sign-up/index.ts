import type { Database } from '@hostler/database';
import { defineCookie } from '#kernel/http/cookie.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { type Clock, HOUR } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { Entrance, SessionService } from '../../sign-in/index.ts';
import type { AccountOperatorService } from '../index.ts';
import { signUpCommands } from './commands.ts';
import { signUpJob } from './jobs.ts';
import { migrations } from './migrations.ts';
import { createSignUpOperatorService, type SignUpOperatorService } from './operator-service.ts';
import { type Shop, signUpRoutes } from './panel-routes.ts';
import { createSignUpService, type FindGaps, type NewCustomers, type SignUpRules } from './service.ts';
import { forgetSignUps } from './store.ts';
import { waitingSignUps } from './today.ts';

export type { FindGaps, NewCustomers } from './service.ts';
export type { SignUpOperatorService };

interface Dependencies {
  db: Database;
  clock: Clock;
  links: Links;
  mailer: Mailer;
  staffMail: StaffMail;
  accounts: AccountOperatorService;
  sessions: SessionService;
  entrance: Entrance;
  rules: SignUpRules;
  findGaps: FindGaps;
  shop: Shop;
  newCustomers: NewCustomers;
  /** True if the panel is served over HTTPS. */
  secure: boolean;
}

interface SignUpModule extends Module {
  operator: { signUps: SignUpOperatorService };
}

/** Lets strangers become customers. */
export function signUpModule({ secure, shop, entrance, accounts, ...given }: Dependencies): SignUpModule {
  const { db, clock, links, mailer, rules, findGaps } = given;
  const signUps = createSignUpService(given);
  const operator = createSignUpOperatorService({ clock, links, mailer, accounts, newCustomers: given.newCustomers });
  const cookie = defineCookie('hostler_sign_up', { secure });
  return {
    name: 'sign-up',
    migrations,
    panelTags: { 'sign-up': 'Sign-up of new customers.' },
    panelRoutes: signUpRoutes({ db, entrance, cookie, rules, findGaps, shop, signUps }),
    jobs: [signUpJob({ db, signUps })],
    forgets: [{ name: 'sign-up.forget-expired', everyMs: HOUR, forget: (now, limit) => forgetSignUps({ now, limit }) }],
    commands: signUpCommands({ db, signUps: operator }),
    today: [waitingSignUps],
    operator: { signUps: operator },
  };
}
