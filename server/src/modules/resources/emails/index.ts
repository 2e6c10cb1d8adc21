import type { Database } from '@hostler/database';
import type { DnsDriver } from '#engines/dns/driver.ts';
import type { MailDriver } from '#engines/mail/driver.ts';
import type { Vault } from '#kernel/crypto.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { LookUp } from '#kernel/net/dns-records.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { OnSuspensionChange } from '../../identity/accounts/index.ts';
import { type DomainService, domainDirectory } from '../domains/index.ts';
import { emailCommands } from './commands.ts';
import { discoveryPages } from './discovery/pages.ts';
import { DKIM_BITS } from './domains/dkim.ts';
import { checkMailDomains } from './domains/jobs.ts';
import { createNotices } from './domains/notice.ts';
import { createMailDomainOperatorService, type MailDomainOperatorService } from './domains/operator-service.ts';
import { mailDomainJobs } from './domains/put-domain.ts';
import { createRecordChecks } from './domains/record-checks.ts';
import { mailDomainRoutes } from './domains/routes.ts';
import { createMailDomainService } from './domains/service.ts';
import { listMailDomainIds } from './domains/store.ts';
import { createMailDomainView } from './domains/view.ts';
import { measureMailboxes } from './jobs.ts';
import { emailLimits } from './limits.ts';
import { migrations } from './migrations.ts';
import { createEmailOperatorService, type EmailOperatorService } from './operator-service.ts';
import { createMailboxPasswords } from './password.ts';
import { emailRoutes } from './routes.ts';
import { createEmailService, type EmailService } from './service.ts';
import type { MailSettings } from './settings.ts';

export { createMailCompanion } from './companion.ts';
export { describeMail } from './settings.ts';
export type { EmailOperatorService, EmailService, MailDomainOperatorService };

interface Dependencies {
  db: Database;
  clock: Clock;
  vault: Vault;
  mail: MailDriver;
  /** True if the mail driver is the simulation. */
  isSimulated: boolean;
  dns: DnsDriver;
  nameservers: readonly string[];
  /** Queries public DNS. If undefined, no proof of ownership is required. */
  lookUp: LookUp | undefined;
  domains: Pick<DomainService, 'republish' | 'replaceRecords'>;
  mailer: Mailer;
  links: Links;
  settings: MailSettings;
}

interface EmailsModule extends Module {
  operator: { emails: EmailOperatorService; mailDomains: MailDomainOperatorService };
  customer: { emails: EmailService };
  onSuspensionChange: OnSuspensionChange;
}

export function emailsModule(dependencies: Dependencies): EmailsModule {
  const { db, clock, vault, mail, isSimulated, dns, nameservers, lookUp, settings, mailer, links } = dependencies;
  const { republish, replaceRecords } = dependencies.domains;
  const mailDomains = createMailDomainService({
    domains: domainDirectory,
    asksForProof: lookUp !== undefined,
    republish,
    replaceRecords,
    settings,
    notices: createNotices({ mailer, links }),
  });
  const recordChecks = createRecordChecks({ lookUp, dns, settings, nameservers });
  const emails = createEmailService({ domains: domainDirectory, mailDomains, passwords: createMailboxPasswords() });
  const view = createMailDomainView(settings);
  const operator = {
    emails: createEmailOperatorService({ clock, emails }),
    mailDomains: createMailDomainOperatorService({ db, clock, recordChecks, mailDomains, view }),
  };
  const dkimBits = isSimulated ? DKIM_BITS.simulated : DKIM_BITS.real;
  return {
    name: 'emails',
    tag: 'Mailboxes with their aliases and forwarding addresses.',
    migrations,
    limits: emailLimits,
    routes: [...emailRoutes(emails), ...mailDomainRoutes({ db, recordChecks, mailDomains, view })],
    jobs: mailDomainJobs({ db, clock, vault, mail, dkimBits, republish }),
    recurring: [checkMailDomains({ db, recordChecks, mailDomains }), measureMailboxes({ db, mail })],
    pages: discoveryPages({ db, settings }),
    checks: [{ name: 'mail domains', check: operator.mailDomains.check }],
    commands: emailCommands({ db, ...operator }),
    operator,
    customer: { emails },
    *onSuspensionChange(accountId, { before, after }, now) {
      if (Boolean(before?.withMail) === Boolean(after?.withMail)) return;
      for (const id of yield* listMailDomainIds(accountId)) yield* mailDomains.change(accountId, id, now);
    },
  };
}
