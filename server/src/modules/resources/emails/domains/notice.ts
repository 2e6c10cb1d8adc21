import type { Query } from '../../../../kernel/db/query.ts';
import type { Links } from '../../../../kernel/mail/links.ts';
import type { Mailer } from '../../../../kernel/mail/mailer.ts';
import { formatTime } from '../../../../kernel/time.ts';
import { listMembersToTell } from '../../../identity/people/index.ts';
import { describeMailProof } from './proof.ts';
import type { MailDomainRow } from './store.ts';

export type Notices = ReturnType<typeof createNotices>;

/** What owners are told of their mail. */
export function createNotices({ mailer, links }: { mailer: Mailer; links: Links }) {
  /** Once for each time that it is lost. */
  function* tellLost(accountId: number, row: MailDomainRow, now: number): Query<void> {
    const { domain, domain_id, lost_since, proof_token } = row;
    const { name, value } = describeMailProof(domain, proof_token);
    const owners = (yield* listMembersToTell(accountId)).filter(({ role }) => role === 'owner');
    for (const owner of owners) {
      yield* mailer.queue({
        kind: 'mail-domain-lost',
        cause: `mail of domain ${domain_id} lost since ${lost_since}`,
        to: owner.email,
        nature: 'notice',
        now,
        letter: {
          subject: `Mail for ${domain} is no longer taken`,
          paragraphs: [
            `Hello ${owner.name},`,
            `For seven days the DNS has not shown that ${domain} is yours, so our mail server takes no more mail for it and sends none from it. Mailboxes and their mail are still there and can be read.`,
            'Set the record below, or let our name servers answer for the domain again. Mail is taken again within the hour.',
          ],
          facts: [
            ['Missing since', formatTime(lost_since ?? now)],
            ['TXT record', name],
            ['Value', value],
          ],
          action: { label: 'Look at the mail of your domains', url: links.to('/emails') },
          notes: ['If the domain is no longer yours, remove it.'],
        },
      });
    }
  }

  return { tellLost };
}
