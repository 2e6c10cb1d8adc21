import { type Database, viewPage } from '@hostler/database';
import { command, list, type Route } from '#kernel/http/route.ts';
import { SECOND } from '#kernel/time.ts';
import type { Sighting } from './record-check.ts';
import type { RecordChecks } from './record-checks.ts';
import { MAIL_DOMAIN_STATUSES, MailDomain } from './schemas.ts';
import type { MailDomainService } from './service.ts';
import type { MailDomainView } from './view.ts';

/** Minimum time between two requested checks of a domain. Earlier requests return the last result. */
const PAUSE_MS = 10 * SECOND;
const id = { name: 'domain_id', aliases: ['domain_id'], description: 'Identifier of the domain.' };

interface Dependencies {
  db: Database;
  recordChecks: RecordChecks;
  mailDomains: MailDomainService;
  view: MailDomainView;
}

export function mailDomainRoutes({ db, recordChecks, mailDomains, view }: Dependencies): Route[] {
  /** Results of checks made before the transaction, which cannot wait for the DNS. */
  const sightings = new WeakMap<object, Sighting>();

  return [
    list({
      path: '/emails/domains',
      access: 'emails.read',
      summary: 'List mail domains',
      description:
        'Lists the domains of the account that have mail, newest first. Each includes the record that proves ownership, the required DNS records with their state, and the settings for mail clients. `search` matches the name.',
      item: MailDomain,
      statuses: MAIL_DOMAIN_STATUSES,
      *handle({ caller }, page) {
        return viewPage(yield* mailDomains.list(caller.account.id, page), view);
      },
    }),
    command({
      path: '/emails/domains/verify',
      access: 'emails.write',
      summary: 'Verify a mail domain',
      description:
        'Checks the DNS records of a domain, at most once every 10 seconds per domain. A domain without mail is set up for mail, so that you can prepare it before you create a mailbox. The TXT record in `proof` proves ownership, and so does a delegation to the name servers of this service. The proof is checked again once a day.',
      status: 200,
      message: 'DNS records checked.',
      id,
      data: MailDomain,
      errors: ['CONFLICT'],
      async check(call) {
        const { caller, id, now } = call;
        if (caller.credential.environment === 'test') return;
        const row = await db.read(mailDomains.findRow(caller.account.id, id));
        const isDue = row && (row.checked_at === null || Math.abs(now - row.checked_at) >= PAUSE_MS);
        if (isDue) sightings.set(call, await recordChecks.check(row));
      },
      *handle(call) {
        const { caller, id, now } = call;
        return view(yield* mailDomains.verify(caller.account.id, id, sightings.get(call), now));
      },
    }),
    command({
      path: '/emails/domains/merge-spf',
      access: 'emails.write',
      summary: 'Merge the SPF record of a domain',
      description:
        'Adds the mail server of this service to your own SPF record in the DNS zone (action `domain.update`). The rest of the record stays as it is. If you have no SPF record of your own, the managed one already exists and nothing changes.',
      status: 200,
      message: 'SPF record merged.',
      id,
      data: MailDomain,
      errors: ['CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, id, now }) {
        return view(yield* mailDomains.mergeIntoSpf(caller.account.id, id, now));
      },
    }),
  ];
}
