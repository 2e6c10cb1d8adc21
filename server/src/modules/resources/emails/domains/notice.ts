import type { Query } from '@hostler/database';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import { listMembersToTell } from '../../../identity/people/index.ts';
import { describeMailProof } from './proof.ts';
import type { MailDomainRow } from './store.ts';
import { texts } from './texts.ts';

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
        letter: (say) => ({
          subject: say(texts.subject, { domain }),
          paragraphs: [say(texts.hello, { name: owner.name }), say(texts.lost, { domain }), say(texts.next)],
          facts: [
            [say(texts.missingSince), say.time(lost_since ?? now)],
            [say(texts.txtRecord), name],
            [say(texts.value), value],
          ],
          action: { label: say(texts.openEmail), url: links.to('/emails') },
          notes: [say(texts.notYours)],
        }),
      });
    }
  }

  return { tellLost };
}
