import type { Query } from '@hostler/database';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import { formatTime } from '#kernel/time.ts';
import { listMembersToTell } from '../../../identity/people/index.ts';
import { describeMailProof } from './proof.ts';
import type { MailDomainRow } from './store.ts';

export type Notices = ReturnType<typeof createNotices>;

/** Notifies owners about their mail domains. */
export function createNotices({ mailer, links }: { mailer: Mailer; links: Links }) {
  /** Queued once each time the proof is lost. */
  function* tellLost(accountId: number, row: MailDomainRow, now: number): Query<void> {
    const { domain, domain_id, lost_since, proof_token } = row;
    const { name, value } = describeMailProof(domain, proof_token);
    const owners = (yield* listMembersToTell(accountId)).filter(({ role }) => role === 'owner');
    for (const owner of owners) {
      yield* mailer.queue({
        kind: 'mail-domain-lost',
        cause: `mail of domain ${domain_id} lost since ${lost_since}`,
        to: owner.email,
        accountId,
        nature: 'notice',
        now,
        letter: {
          subject: `Mail for ${domain} is rejected`,
          paragraphs: [
            `Hello ${owner.name},`,
            `The DNS proof of ${domain} was missing for 7 days. Our mail server now rejects mail for it and sends none from it. Mailboxes and their mail are kept and can be read.`,
            'Create the record below, or use our name servers for the domain again. Mail is accepted again within one hour.',
          ],
          facts: [
            ['Missing since', formatTime(lost_since ?? now)],
            ['TXT record', name],
            ['Value', value],
          ],
          action: { label: 'Open e-mail', url: links.to('/emails') },
          notes: ['If the domain is no longer yours, remove it.'],
        },
      });
    }
  }

  return { tellLost };
}
