import type { Query } from '@hostler/database';
import type { WriteLetter } from '#kernel/mail/letter.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { CustomerMail } from '../../../identity/people/index.ts';
import { type ApplicationRow, findApplication } from '../store.ts';
import { nextAttemptAt, TOLD_AT_FAILURE, TOLD_BEFORE_END_MS } from './schedule.ts';
import { changeHttps } from './store.ts';
import { texts } from './texts.ts';

const LONGEST_REASON = 500;

export type NoteFailure = ReturnType<typeof createNoteFailure>;

/** Records why there is no new certificate, plans the next attempt, and mails the customer if a renewal keeps failing. */
export function createNoteFailure({ customerMail, links }: { customerMail: CustomerMail; links: Links }) {
  return function* noteFailure(accountId: number, id: number, reason: string, now: number): Query<void> {
    const application = yield* findApplication(accountId, id);
    if (!application || application.https_status === null) return;
    const tries = (application.https_tries ?? 0) + 1;
    const changed = yield* changeHttps(accountId, application, {
      https_error: reason.slice(0, LONGEST_REASON),
      https_tries: tries,
      // Never sooner than the authority allows.
      https_next_at: Math.max(nextAttemptAt(tries, application.https_expires_at, now), application.https_next_at ?? 0),
    });
    if (changed?.https_status !== 'ready') return;
    const isLate = (changed.https_expires_at ?? 0) - now < TOLD_BEFORE_END_MS;
    // The late mail has a cause of its own, so it is sent once too.
    if (isLate || tries === TOLD_AT_FAILURE) yield* tell(accountId, changed, isLate ? ' late' : '', now);
  };

  function* tell(accountId: number, application: ApplicationRow, when: '' | ' late', now: number): Query<void> {
    const { id, name, https_error, https_expires_at } = application;
    const domain = String(application.domain);
    const letter: WriteLetter = (say) => ({
      subject: say(texts.subject, { domain }),
      paragraphs: [say(texts.failed, { domain, name }), say(texts.retried)],
      facts: [
        [say(texts.reason), https_error ?? say(texts.unknown)],
        [say(texts.expires), https_expires_at === null ? say(texts.unknown) : say.time(https_expires_at)],
      ],
      action: { label: say(texts.openApplication), url: links.to(`/applications/${id}`) },
    });
    const cause = `certificate ${id} ${https_expires_at}${when}`;
    yield* customerMail.toMembers({ accountId, kind: 'certificate_failed', cause, letter, now });
  }
}
