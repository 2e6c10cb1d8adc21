import { defineStaffList, sql } from '@hostler/database';
import type { FailureSource, FoundFailure } from '../failure-source.ts';
import { DAY } from '../time.ts';
import { errors } from './errors.ts';
import { enqueueMail, restartMail } from './store.ts';

interface GivenUpMail {
  id: number;
  account_id: number | null;
  kind: string;
  recipient: string;
  reason: string | null;
  result: string | null;
  ended_at: number;
  kept: number;
}

const COLUMNS = `id, account_id, kind, recipient, reason, result, ended_at, 
  case when content is null or is_blanked = 1 then 0 else 1 end as kept`;
const INSTEAD = 'It is not kept, because it may have a secret link. Have the recipient request it anew.';

const listGivenUp = defineStaffList<GivenUpMail>({
  select: `select ${COLUMNS} from mails`,
  where: `result = 'given_up'`,
  searched: ['recipient', 'kind'],
  filters: { since: 'ended_at >= :since' },
});
const FIND = sql<{ id: number }, GivenUpMail>(`select ${COLUMNS} from mails where id = :id`);

/** Mail that was given up, for as long as failures are listed. */
export const mailFailures: FailureSource = {
  kind: 'mail',

  *list({ since, ...request }) {
    return (yield* listGivenUp(request, { since })).map(view);
  },

  *retry(id, now) {
    const mail = yield* FIND.one({ id });
    if (!mail) return undefined;
    if (mail.result !== 'given_up') {
      throw errors.mail_not_given_up({ id, result: mail.result ?? 'waiting' });
    }
    if (mail.kept === 0) throw errors.mail_cannot_be_retried({ id, instead: INSTEAD });
    if (!(yield* restartMail({ id, give_up_at: now + DAY }))) throw errors.mail_just_retried({ id });
    yield* enqueueMail(id, now);
    return `Queued ${mail.kind} to ${mail.recipient} again.`;
  },
};

function view(mail: GivenUpMail): FoundFailure {
  return {
    cursor: mail.id,
    id: mail.id,
    account_id: mail.account_id,
    what: `${mail.kind} to ${mail.recipient}`,
    reason: mail.reason ?? 'It could not be sent in time.',
    failed_at: mail.ended_at,
    instead: mail.kept === 1 ? null : INSTEAD,
  };
}
