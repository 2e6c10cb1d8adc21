import type { WriteLetter } from '#kernel/mail/letter.ts';
import { texts } from './texts.ts';

interface Closed {
  readonly account: string;
  /** Reason given by staff, if they gave one. */
  readonly reason: string | undefined;
}

export function writeClosed({ account, reason }: Closed, billingUrl: string): WriteLetter {
  return (say) => ({
    subject: say(texts.subject, { account }),
    paragraphs: [say(texts.closed, { account }), say(texts.stillOpen)],
    ...(reason === undefined ? {} : { facts: [[say(texts.reason), reason]] }),
    action: { label: say(texts.openInvoices), url: billingUrl },
  });
}
