import type { Query } from '@hostler/database';
import type { Links } from '#kernel/mail/links.ts';
import type { CustomerMail } from '../../../identity/people/index.ts';
import type { BackupRow } from '../store.ts';

interface Dependencies {
  customerMail: CustomerMail;
  links: Links;
}

/** Mails the members of an account that a backup could not be restored in a drill. */
export type TellOfDrill = (accountId: number, backup: BackupRow, now: number) => Query<void>;

export function tellOfDrills({ customerMail, links }: Dependencies): TellOfDrill {
  return function* tell(accountId, backup, now) {
    const letter = {
      subject: `Backup ${backup.name} could not be verified`,
      paragraphs: [
        `The backup ${backup.name} could not be restored into a temporary copy. Your data was not changed.`,
        'Create a new backup and verify it. If that fails too, write to support.',
      ],
      facts: [['Reason', backup.drill_error ?? 'unknown']] as const,
      action: { label: 'Open backups', url: links.to('/backups') },
    };
    const cause = `drill of backup ${backup.id} at ${now}`;
    yield* customerMail.toMembers({ accountId, kind: 'backup_failed', cause, letter, now });
  };
}
