import type { Letter } from '#kernel/mail/letter.ts';

interface Closed {
  readonly account: string;
  /** Reason given by staff, if they gave one. */
  readonly reason: string | undefined;
}

export function writeClosed({ account, reason }: Closed, billingUrl: string): Letter {
  return {
    subject: `Your account ${account} is closed`,
    paragraphs: [
      `We closed your account ${account}. Its subscriptions are cancelled. Servers, databases, mailboxes, DNS zones and API keys are switched off.`,
      'You can still sign in to the panel to download your invoices, pay the last one and write tickets. If you have credit, or think that this is wrong, open a ticket.',
    ],
    ...(reason === undefined ? {} : { facts: [['Reason', reason]] }),
    action: { label: 'Open your invoices', url: billingUrl },
  };
}
