import { defineStaffList, sql } from '@hostler/database';
import { conflict } from '../errors.ts';
import type { FailureSource, FoundFailure } from '../failure-source.ts';
import { DAY } from '../time.ts';
import { enqueueMail } from './store.ts';

interface GivenUpMail {
  id: number;
  kind: string;
  recipient: string;
  reason: string | null;
  result: string | null;
  ended_at: number;
  kept: number;
}

const COLUMNS = `id, kind, recipient, reason, result, ended_at, case when content is null then 0 else 1 end as kept`;
const INSTEAD = 'It is not kept, because it may have a secret link. Have the recipient request it anew.';

const listGivenUp = defineStaffList<GivenUpMail>({
  select: `select ${COLUMNS} from mails`,
  where: `result = 'given_up'`,
  searched: ['recipient', 'kind'],
  filters: { since: 'ended_at >= :since' },
});
const FIND = sql<{ id: number }, GivenUpMail>(`select ${COLUMNS} from mails where id = :id`);
const RETRY = sql<{ id: number; give_up_at: number }, { id: number }>(
  `update mails set ended_at = null, result = null, attempts = 0, give_up_at = :give_up_at
   where id = :id and result = 'given_up' and content is not null returning id`,
);

/** Mail that was given up, until its row is deleted 7 days later. It belongs to no account. */
export const mailFailures: FailureSource = {
  kind: 'mail',

  *list({ since, account_id, ...request }) {
    return account_id === undefined ? (yield* listGivenUp(request, { since })).map(view) : [];
  },

  *retry(id, now) {
    const mail = yield* FIND.one({ id });
    if (!mail) return undefined;
    if (mail.result !== 'given_up') {
      throw conflict(`Mail ${id} is ${mail.result ?? 'waiting'}. Only mail that was given up can be retried.`);
    }
    if (mail.kept === 0) throw conflict(`Mail ${id} cannot be retried. ${INSTEAD}`);
    if (!(yield* RETRY.one({ id, give_up_at: now + DAY }))) throw conflict(`Mail ${id} was retried just now.`);
    yield* enqueueMail(id, now);
    return `Queued ${mail.kind} to ${mail.recipient} again.`;
  },
};

function view(mail: GivenUpMail): FoundFailure {
  return {
    cursor: mail.id,
    id: mail.id,
    account_id: null,
    what: `${mail.kind} to ${mail.recipient}`,
    reason: mail.reason ?? 'It could not be sent in time.',
    failed_at: mail.ended_at,
    instead: mail.kept === 1 ? null : INSTEAD,
  };
}
