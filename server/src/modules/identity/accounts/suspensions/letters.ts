import type { WriteLetter } from '#kernel/mail/letter.ts';
import type { AccountSuspensionCause } from '../../people/index.ts';
import { texts } from './texts.ts';

interface Contact {
  /** Where tickets are opened. */
  readonly ticketsUrl: string;
  /** Address of the seller, if there is one. */
  readonly email: string | undefined;
}

const WITH_OBJECTION: readonly AccountSuspensionCause[] = ['abuse', 'legal'];

export function writeSuspended(
  { account, cause, reason }: { account: string; cause: AccountSuspensionCause; reason: string },
  { ticketsUrl, email }: Contact,
): WriteLetter {
  return (say) => {
    const object = email ? say(texts.objectTo, { email }) : say(texts.object);
    return {
      subject: say(texts.suspendedSubject, { account }),
      paragraphs: [
        say(texts.suspended, { account }),
        say(texts.stillOpen),
        ...(WITH_OBJECTION.includes(cause) ? [object] : []),
      ],
      facts: [
        [say(texts.cause), say(texts[cause])],
        [say(texts.reason), reason],
      ],
      action: { label: say(texts.openTicket), url: ticketsUrl },
    };
  };
}

export function writeResumed(account: string, url: string): WriteLetter {
  return (say) => ({
    subject: say(texts.resumedSubject, { account }),
    paragraphs: [say(texts.resumed, { account }), say(texts.othersStay)],
    action: { label: say(texts.openPanel), url },
  });
}
