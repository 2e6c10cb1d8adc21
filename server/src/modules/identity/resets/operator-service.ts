import { notFound } from '#kernel/errors.ts';
import { formatTime } from '#kernel/time.ts';
import { findPerson } from '../people/index.ts';
import type { ResetService } from './service.ts';

export type ResetOperatorService = ReturnType<typeof createResetOperatorService>;

export function createResetOperatorService({ resets }: { resets: Pick<ResetService, 'makeLink'> }) {
  /** Creates a link for staff to hand over. The command line sends no mail. */
  function* create({ person_id }: { person_id: number }) {
    const person = yield* findPerson(person_id);
    if (!person) throw notFound('Person');
    const { url, expires_at } = yield* resets.makeLink(person);
    return { id: person.id, email: person.email, reset_url: url, expires_at: formatTime(expires_at) };
  }

  return { create };
}
