import type { MailDriver } from '../../../engines/mail/driver.ts';
import type { Vault } from '../../../kernel/crypto.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import { type Companion, domainDirectory, type DomainService } from '../domains/index.ts';
import { mailDomainJobs } from './domains/put-domain.ts';
import { createMailDomainService } from './domains/service.ts';
import { emailLimits } from './limits.ts';
import { migrations } from './migrations.ts';
import { createMailboxPasswords } from './password.ts';
import { emailRoutes } from './routes.ts';
import { createEmailService } from './service.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  vault: Vault;
  mail: MailDriver;
  domains: Pick<DomainService, 'republish'>;
  /** Whether owners must prove to be that before mail is taken for their domain. */
  asksForProof: boolean;
}

interface EmailsModule extends Module {
  /** Mail lives on domains and goes with them. */
  companion: Companion;
}

export function emailsModule({ db, clock, vault, mail, domains, asksForProof }: Dependencies): EmailsModule {
  const { republish } = domains;
  const mailDomains = createMailDomainService({ asksForProof, republish });
  const emails = createEmailService({ domains: domainDirectory, mailDomains });
  const passwords = createMailboxPasswords();
  return {
    name: 'emails',
    tag: 'Mailboxes on domains, their aliases and forwards.',
    migrations,
    limits: emailLimits,
    routes: emailRoutes({ emails, passwords }),
    jobs: mailDomainJobs({ db, clock, vault, mail, republish }),
    companion: {
      *listRecords() {
        return [];
      },
      leave: emails.leave,
    },
  };
}
