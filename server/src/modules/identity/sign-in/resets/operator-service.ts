import { notFound } from '#kernel/errors.ts';
import { formatTime } from '#kernel/time.ts';
import { findPerson } from '../../people/index.ts';
import type { ResetService } from './service.ts';

export type ResetOperatorService = ReturnType<typeof createResetOperatorService>;

export function createResetOperatorService({ resets }: { resets: Pick<ResetService, 'makeLink' | 'send'> }) {
  /** Creates a link for staff to hand over, or sends it to the person by mail. */
  function* create({ person_id, by_mail = false }: { person_id: number; by_mail?: boolean }) {
    const person = yield* findPerson(person_id);
    if (!person) throw notFound('Person');
    if (by_mail) {
      yield* resets.send(person.email);
      return { id: person.id, email: person.email, reset_url: null, expires_at: null };
    }
    const { url, expires_at } = yield* resets.makeLink(person);
    return { id: person.id, email: person.email, reset_url: url, expires_at: formatTime(expires_at) };
  }

  return { create };
}
