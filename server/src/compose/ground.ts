import type { Database } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import type { LimitBook } from '#kernel/limits/limit-book.ts';
import type { Logger } from '#kernel/log.ts';
import type { Attachments } from '#kernel/mail/attachments.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import type { Outages } from '#kernel/outages.ts';
import type { Clock } from '#kernel/time.ts';
import type { TaxRates } from '#modules/commerce/tax/index.ts';
import type { CustomerMail } from '#modules/identity/people/index.ts';
import type { Config } from '#settings/config.ts';
import type { Engines } from './engines.ts';

/** Dependencies of every group of modules. */
export interface Ground {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly outages: Outages;
  readonly vault: Vault;
  readonly limits: LimitBook;
  readonly engines: Engines;
  readonly taxRates: TaxRates;
  readonly mailer: Mailer;
  readonly staffMail: StaffMail;
  readonly customerMail: CustomerMail;
  /** Creators of files attached to mail. */
  readonly attachments: Attachments;
  readonly links: Links;
}
