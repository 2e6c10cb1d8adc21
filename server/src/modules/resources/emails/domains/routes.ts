import type { Database } from '../../../../kernel/db/database.ts';
import { viewPage } from '../../../../kernel/db/page.ts';
import { command, list, type Route } from '../../../../kernel/http/route.ts';
import { SECOND } from '../../../../kernel/time.ts';
import type { Sighting } from './look.ts';
import type { Looks } from './looks.ts';
import { MAIL_DOMAIN_STATUSES, MailDomain } from './schemas.ts';
import type { MailDomainService } from './service.ts';
import type { MailDomainView } from './view.ts';

/** Between two looks at one domain that somebody asks for; whoever asks sooner gets what was seen. */
const PAUSE_MS = 10 * SECOND;
const id = { name: 'domain_id', aliases: ['domain_id'], description: 'The domain.' };

interface Dependencies {
  db: Database;
  looks: Looks;
  mailDomains: MailDomainService;
  view: MailDomainView;
}

export function mailDomainRoutes({ db, looks, mailDomains, view }: Dependencies): Route[] {
  /** Seen before the transaction, which cannot wait for the DNS. */
  const sightings = new WeakMap<object, Sighting>();

  return [
    list({
      path: '/emails/domains',
      access: 'emails.read',
      summary: 'List domains with mail',
      description:
        'With the record that proves them to be yours, the records that mail needs and whether the DNS has them, and what to enter into a mail program. The search looks at the name.',
      item: MailDomain,
      statuses: MAIL_DOMAIN_STATUSES,
      *handle({ caller }, page) {
        return viewPage(yield* mailDomains.list(caller.account.id, page), view);
      },
    }),
    command({
      path: '/emails/domains/verify',
      access: 'emails.write',
      summary: 'Look for the proof and the records of a domain now',
      description:
        'Asks the DNS, at most once in ten seconds for each domain. A domain of the account without mail gets it by this, so that it can be set up before there is a mailbox. It is proved by its TXT record, or by our name servers answering for it in the DNS; looked at once a day from then on.',
      status: 200,
      message: 'Looked at.',
      id,
      data: MailDomain,
      errors: ['CONFLICT'],
      async check(call) {
        const { caller, id, now } = call;
        if (caller.credential.environment === 'test') return;
        const row = await db.read(mailDomains.findRow(caller.account.id, id));
        const isDue = row && (row.checked_at === null || Math.abs(now - row.checked_at) >= PAUSE_MS);
        if (isDue) sightings.set(call, await looks.look(row));
      },
      *handle(call) {
        const { caller, id, now } = call;
        return view(yield* mailDomains.verify(caller.account.id, id, sightings.get(call), now));
      },
    }),
    command({
      path: '/emails/domains/merge-spf',
      access: 'emails.write',
      summary: 'Add our mail server to your own SPF record',
      description:
        'In the zone on our name servers, to the record that is there (action `domain.update`); all else in it stays. It is never done unasked. Where you have none of your own, ours is in the zone already and nothing changes.',
      status: 200,
      message: 'SPF record added to.',
      id,
      data: MailDomain,
      errors: ['CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, id, now }) {
        return view(yield* mailDomains.mergeIntoSpf(caller.account.id, id, now));
      },
    }),
  ];
}
