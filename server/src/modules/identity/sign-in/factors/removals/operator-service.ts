import type { Query } from '@hostler/database';
import { notFound, validationError } from '#kernel/errors.ts';
import { type Clock, DAY, formatTime } from '#kernel/time.ts';
import { findPerson, findPersonByEmail, foldEmail, isActiveOwner } from '../../../people/index.ts';
import { listOldAddresses } from '../email/store.ts';
import { errors } from '../errors.ts';
import { secondFactors } from '../factors.ts';
import type { SecurityMails, WriteChange } from '../mails.ts';
import { texts } from '../texts.ts';
import { insertRemoval } from './store.ts';

/** Time for the person, or a reader of one of their addresses, to object. */
const DELAY_MS = DAY;
const SHORTEST_REASON = 10;
const LONGEST_REASON = 1_000;

interface Removal {
  id: number;
  /** The reason, quoted in the mail to the person. */
  reason: string;
  /** E-mail address of the deciding staff member, who must have the role owner. */
  by: string;
}

export type FactorOperatorService = ReturnType<typeof createFactorOperatorService>;

export function createFactorOperatorService({ clock, securityMails }: { clock: Clock; securityMails: SecurityMails }) {
  /** Schedules the removal of a lost second factor. Signing in with the factor meanwhile cancels it. */
  function* requestRemoval({ id, by, ...given }: Removal) {
    const reason = given.reason.trim();
    if (reason.length < SHORTEST_REASON || reason.length > LONGEST_REASON) {
      const message = `must say why, in ${SHORTEST_REASON} to ${LONGEST_REASON} characters.`;
      throw validationError([{ field: 'reason', message }]);
    }
    const staff = yield* findPersonByEmail(foldEmail(by));
    if (!staff || !isActiveOwner(staff)) {
      throw errors.not_a_staff_owner({ who: by });
    }
    const person = yield* findPerson(id);
    if (!person) throw notFound('Person');
    if ((yield* secondFactors.listAll(id)).length === 0) throw errors.no_second_factor();
    const asked_at = clock.now();
    const effective_at = asked_at + DELAY_MS;
    const isNew = yield* insertRemoval({ person_id: id, reason, asked_by: staff.id, asked_at, effective_at });
    if (isNew === 0) throw errors.removal_already_requested();
    for (const email of yield* listAddresses(person)) {
      yield* securityMails.tell(
        { ...person, email },
        'lift-asked',
        describeRemoval(person.email, reason, effective_at),
      );
    }
    return { id, email: person.email, reason, asked_by: staff.email, effective_at: formatTime(effective_at) };
  }

  return { requestRemoval };
}

/** Returns the current address and the recent former ones. */
function* listAddresses({ id, email }: { id: number; email: string }): Query<Set<string>> {
  const before = yield* listOldAddresses(id);
  return new Set([email, ...before.map(({ old_email }) => old_email)]);
}

function describeRemoval(email: string, reason: string, effectiveAt: number): WriteChange {
  const [day = '', time = ''] = formatTime(effectiveAt).slice(0, 16).split('T');
  return (say) => ({
    subject: say(texts.liftAskedSubject),
    paragraphs: [say(texts.liftAsked, { email, reason }), say(texts.liftAskedTime, { day: say.day(day), time })],
    otherwise: say(texts.liftAskedOtherwise),
  });
}
