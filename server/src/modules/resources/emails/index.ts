import type { MailDriver } from '../../../engines/mail/driver.ts';
import type { Vault } from '../../../kernel/crypto.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import { type Companion, type DomainService, domainDirectory } from '../domains/index.ts';
import { DKIM_BITS } from './domains/dkim.ts';
import { mailDomainJobs } from './domains/put-domain.ts';
import { createMailDomainService } from './domains/service.ts';
import { emailLimits } from './limits.ts';
import { migrations } from './migrations.ts';
import { createMailboxPasswords } from './password.ts';
import { emailRoutes } from './routes.ts';
import { createEmailService } from './service.ts';
import type { MailSettings } from './settings.ts';

export { describeMail } from './settings.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  vault: Vault;
  mail: MailDriver;
  /** Whether that is only simulated. */
  isSimulated: boolean;
  domains: Pick<DomainService, 'republish'>;
  /** Whether owners must prove to be that before mail is taken for their domain. */
  asksForProof: boolean;
  settings: MailSettings;
}

interface EmailsModule extends Module {
  /** Mail lives on domains and goes with them. */
  companion: Companion;
}

export function emailsModule({
  db,
  clock,
  vault,
  mail,
  isSimulated,
  domains,
  asksForProof,
  settings,
}: Dependencies): EmailsModule {
  const { republish } = domains;
  const dkimBits = isSimulated ? DKIM_BITS.simulated : DKIM_BITS.real;
  const mailDomains = createMailDomainService({ asksForProof, republish, settings });
  const emails = createEmailService({ domains: domainDirectory, mailDomains });
  const passwords = createMailboxPasswords();
  return {
    name: 'emails',
    tag: 'Mailboxes on domains, their aliases and forwards.',
    migrations,
    limits: emailLimits,
    routes: emailRoutes({ emails, passwords }),
    jobs: mailDomainJobs({ db, clock, vault, mail, dkimBits, republish }),
    companion: {
      listRecords: mailDomains.listRecords,
      leave: emails.leave,
    },
  };
}
