import type { Query } from '@hostler/database';
import type { WriteLetter } from '#kernel/mail/letter.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { CustomerMail } from '../../../identity/people/index.ts';
import type { BackupRow } from '../store.ts';
import { texts } from './texts.ts';

interface Dependencies {
  customerMail: CustomerMail;
  links: Links;
}

/** Mails the members of an account that a backup could not be restored in a drill. */
export type TellOfDrill = (accountId: number, backup: BackupRow, now: number) => Query<void>;

export function tellOfDrills({ customerMail, links }: Dependencies): TellOfDrill {
  return function* tell(accountId, backup, now) {
    const { name, drill_error } = backup;
    const letter: WriteLetter = (say) => ({
      subject: say(texts.subject, { name }),
      paragraphs: [say(texts.failed, { name }), say(texts.next)],
      facts: [[say(texts.reason), drill_error ?? say(texts.unknown)]],
      action: { label: say(texts.openBackups), url: links.to('/backups') },
    });
    const cause = `drill of backup ${backup.id} at ${now}`;
    yield* customerMail.toMembers({ accountId, kind: 'backup_failed', cause, letter, now });
  };
}
