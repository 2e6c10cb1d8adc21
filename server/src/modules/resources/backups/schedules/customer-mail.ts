import type { Query } from '@hostler/database';
import type { WriteLetter } from '#kernel/mail/letter.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { CustomerMail } from '../../../identity/people/index.ts';
import type { BackupKinds } from '../kinds.ts';
import type { ScheduleRow } from './store.ts';
import { texts } from './texts.ts';

interface Dependencies {
  customerMail: CustomerMail;
  links: Links;
  kinds: BackupKinds;
}

/** Mails the members of an account that a schedule makes no backups. Sends one mail per `since`. */
export type TellOfFailures = (accountId: number, schedule: ScheduleRow, since: string, now: number) => Query<void>;

export function tellOfFailures({ customerMail, links, kinds }: Dependencies): TellOfFailures {
  return function* tell(accountId, schedule, since, now) {
    const resource = { type: schedule.resource_type, id: schedule.resource_id };
    if (yield* kinds.isGone(accountId, resource)) return;
    const kind = kinds.of(resource);
    const { label } = yield* kind.describe(accountId, resource.id);
    const failed = resource.type === 'database' ? texts.databaseFailed : texts.serverFailed;
    const letter: WriteLetter = (say) => ({
      subject: say(texts.subject, { label }),
      paragraphs: [say(failed, { label }), say(texts.retried)],
      facts: [[say(texts.reason), schedule.error ?? say(texts.unknown)]],
      action: { label: say(texts.openBackups), url: links.to('/backups') },
    });
    const cause = `schedule ${schedule.id} ${since}`;
    yield* customerMail.toMembers({ accountId, kind: 'backup_failed', cause, letter, now });
  };
}
