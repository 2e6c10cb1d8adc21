import { join } from 'node:path';
import type { Database } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import { Attachments } from '#kernel/mail/attachments.ts';
import { mailCommands } from '#kernel/mail/commands.ts';
import type { MailDriver } from '#kernel/mail/driver.ts';
import { mailFailures } from '#kernel/mail/failures.ts';
import { createMailer, type LanguageOf } from '#kernel/mail/mailer.ts';
import { mailMetrics } from '#kernel/mail/metrics.ts';
import { mailMigrations } from '#kernel/mail/migrations.ts';
import { createMailOperatorService } from '#kernel/mail/operator-service.ts';
import { mailJob, mailRetention, mailUpkeep } from '#kernel/mail/sending.ts';
import type { Outages } from '#kernel/outages.ts';
import type { Clock } from '#kernel/time.ts';
import { findLanguage } from '#modules/identity/accounts/index.ts';
import type { Config } from '#settings/config.ts';
import { live } from '#settings/live.ts';

interface Surroundings {
  config: Config;
  db: Database;
  clock: Clock;
  vault: Vault;
  outages: Outages;
}

/** Composes mail: modules queue it, and workers send it. */
export function composeMail({ config, db, clock, vault, outages }: Surroundings) {
  const from = live(() => config.mailFrom);
  const driver = openLater(() => openDriver(config));
  const attachments = new Attachments();
  const languageOf: LanguageOf = function* (reader) {
    return (yield* findLanguage(reader)) ?? config.commerce.language;
  };
  const mailer = createMailer({ vault, from, languageOf, brand: live(() => config.brand) });
  const operator = createMailOperatorService({ clock, vault, from, mailer });
  return {
    attachments,
    mailer,
    check: () => driver.check(),
    migrations: mailMigrations,
    jobs: [mailJob({ db, clock, vault, driver, from, attachments, outages })],
    recurring: [mailUpkeep({ db })],
    retention: mailRetention({ keepDays: config.mailKeepDays }),
    commands: mailCommands({ db, mails: operator }),
    operator: { mails: operator },
    failures: [mailFailures],
    metrics: mailMetrics({ db, clock }),
  };
}

async function openDriver({ smtpUrl, dataDir, publicUrl, publicDemo }: Config): Promise<MailDriver> {
  if (publicDemo) return (await import('#kernel/mail/discard.ts')).createDiscard();
  if (smtpUrl) return (await import('#kernel/mail/smtp.ts')).createSmtp({ url: smtpUrl });
  return (await import('#kernel/mail/files.ts')).createMailFiles(join(dataDir, 'mail'), {
    isPublic: publicUrl?.startsWith('https:') ?? false,
  });
}

/** Loads the driver with the first mail, because a server that sends none does not need it. */
function openLater(open: () => Promise<MailDriver>): MailDriver {
  let driver: Promise<MailDriver> | undefined;
  const get = () => {
    driver ??= open();
    return driver;
  };
  return {
    send: async (...mail) => (await get()).send(...mail),
    check: async () => (await get()).check(),
  };
}
