import type { Query } from '@hostler/database';
import { accountsModule, type Contracts, type OnSuspensionChange } from '#modules/identity/accounts/index.ts';
import { type FindGaps, type NewCustomers, signUpModule } from '#modules/identity/accounts/sign-up/index.ts';
import { accountViewsModule, createViewTokens } from '#modules/identity/accounts/views/index.ts';
import { auditModule } from '#modules/identity/audit/index.ts';
import { deviceRequestsModule } from '#modules/identity/credentials/device-requests/index.ts';
import { authModule } from '#modules/identity/credentials/index.ts';
import { operatorsModule } from '#modules/identity/credentials/operator-keys/index.ts';
import { peopleModule } from '#modules/identity/people/index.ts';
import { invitationsModule } from '#modules/identity/people/invitations/accepting/index.ts';
import {
  createSecurityMails,
  resetsModule,
  secondFactors,
  securityModule,
  sessionsModule,
} from '#modules/identity/sign-in/index.ts';
import { live } from '#settings/live.ts';
import type { Ground } from './ground.ts';

/** Parts of other groups that identity needs. */
interface Others {
  onSuspensionChange: OnSuspensionChange;
  contracts: Contracts;
  newCustomers: NewCustomers;
  findSignUpGaps: FindGaps;
  listCurrencies(): Query<string[]>;
}

export function composeIdentity(
  { db, clock, log, vault, limits, links, mailer, staffMail, customerMail, config }: Ground,
  { newCustomers, findSignUpGaps, listCurrencies, onSuspensionChange, contracts }: Others,
) {
  const { environments } = config;
  const secure = links.base.startsWith('https:');
  const securityMails = createSecurityMails({ mailer, links, clock });
  const sessions = sessionsModule({
    db,
    clock,
    log,
    vault,
    environments,
    secondFactors,
    onNewDevice: (person, where) => securityMails.tellChange(person, 'sign-in', where),
    secure,
  });
  const viewTokens = createViewTokens({ vault, clock });
  const auth = authModule({ db, clock, log, limits, environments, panelTokens: [sessions.tokens, viewTokens] });
  const people = peopleModule({
    db,
    clock,
    links,
    mailer,
    presence: {
      lastSeen: sessions.findLastSeen,
      hasSecondFactor: function* (id) {
        return (yield* secondFactors.list(id)).length > 0;
      },
    },
    keys: auth.keysOfPeople,
  });
  const accounts = accountsModule({
    db,
    clock,
    limits,
    people: people.operator.people,
    contracts,
    suspensions: {
      links,
      customerMail,
      seller: live(() => ({ email: config.commerce.seller?.email ?? undefined })),
      onChange: onSuspensionChange,
    },
  });
  const security = securityModule({
    db,
    clock,
    vault,
    mailer,
    links,
    securityMails,
    sessions: sessions.sessions,
    entrance: sessions.entrance,
    issuer: () => config.mailFrom.name || config.mailFrom.address,
    secure,
  });
  const invitations = invitationsModule({
    db,
    clock,
    authenticator: sessions.authenticator,
    sessions: sessions.sessions,
    entrance: sessions.entrance,
  });
  const resets = resetsModule({
    db,
    clock,
    links,
    mailer,
    entrance: sessions.entrance,
    onReset: security.onReset,
  });
  const signUp = signUpModule({
    db,
    clock,
    links,
    mailer,
    staffMail,
    accounts: accounts.operator.accounts,
    sessions: sessions.sessions,
    entrance: sessions.entrance,
    rules: live(() => config.commerce.signUp),
    findGaps: findSignUpGaps,
    shop: { links: live(() => config.commerce.signUp.links), listCurrencies },
    newCustomers,
    secure,
  });
  const deviceRequests = deviceRequestsModule({ db, clock, links, keys: auth.keys });
  const operators = operatorsModule({
    db,
    clock,
    log,
    sessions: sessions.authenticator,
    secondFactors,
    demo: config.demo,
  });
  const views = accountViewsModule({ db, clock, vault, sessions: sessions.authenticator, tokens: viewTokens });
  const audit = auditModule({ db, brand: live(() => config.brand) });
  return {
    modules: [
      ...[accounts, people, sessions, invitations, security, resets, signUp, auth, deviceRequests],
      ...[operators, views, audit],
    ],
    authenticator: auth.authenticator,
    sessions: sessions.sessions,
    entrance: sessions.entrance,
    panelAuthenticator: views.panelAuthenticator,
    operatorAuthenticator: operators.authenticator,
    operator: {
      ...accounts.operator,
      ...people.operator,
      ...security.operator,
      ...resets.operator,
      ...signUp.operator,
      ...auth.operator,
      ...operators.operator,
      ...audit.operator,
    },
  };
}
