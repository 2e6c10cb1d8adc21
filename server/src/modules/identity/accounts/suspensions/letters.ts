import type { Letter } from '#kernel/mail/letter.ts';
import type { AccountSuspensionCause } from '../../people/index.ts';

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
): Letter {
  const object = `If you think that this is wrong, you can object: open a ticket${email ? `, or write to ${email}` : ''}. A person reads your objection and answers it.`;
  return {
    subject: `Your account ${account} is suspended`,
    paragraphs: [
      `We suspended your account ${account}. Servers, databases, applications, API keys and webhooks are off. Your data is kept.`,
      'You can still sign in to the panel, read and pay invoices, and write tickets.',
      ...(WITH_OBJECTION.includes(cause) ? [object] : []),
    ],
    facts: [
      ['Cause', cause],
      ['Reason', reason],
    ],
    action: { label: 'Open a ticket', url: ticketsUrl },
  };
}

export function writeResumed(account: string, url: string): Letter {
  return {
    subject: `Your account ${account} is no longer suspended`,
    paragraphs: [
      `The suspension of your account ${account} has ended. What we switched off is being switched on again.`,
      'Servers that were suspended for another cause stay off.',
    ],
    action: { label: 'Open the panel', url },
  };
}
