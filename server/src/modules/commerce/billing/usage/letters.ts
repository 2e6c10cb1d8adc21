import type { WriteLetter } from '#kernel/mail/letter.ts';
import type { Invoice } from '../../invoices/index.ts';
import type { Cover } from '../../subscriptions/index.ts';
import { texts } from './texts.ts';

/** Servers run at least until `suspensionDay`, a day such as `2026-11-15`. */
export function writeUsage(
  { currency, credit, covered, limit, hasMethod, unbilled, unpaid }: Cover,
  { level, suspensionDay }: { readonly level: number; readonly suspensionDay: string },
  url: string,
): WriteLetter {
  return (say) => {
    const money = (amount: number) => say.money(amount, currency);
    const day = say.day(suspensionDay);
    return {
      subject: say(texts.usageSubject, { level }),
      paragraphs: [
        say(texts.usage, { used: money(unbilled + unpaid), level, covered: money(covered ?? 0) }),
        say(hasMethod ? texts.thenCharged : texts.thenSuspended, { day }),
        say(hasMethod ? texts.payOrAddCredit : texts.addCreditOrMethod),
      ],
      facts: [
        [say(texts.notInvoiced), money(unbilled)],
        [say(texts.notPaid), money(unpaid)],
        [say(texts.credit), money(credit)],
        ...(hasMethod && limit !== null ? [[say(texts.coveredByMethod), money(limit)] as const] : []),
        [say(texts.notBefore), day],
      ],
      action: { label: say(texts.openBilling), url },
    };
  };
}

export function writeUsageSuspension({ number, amount_due, currency }: Invoice, url: string): WriteLetter {
  return (say) => ({
    subject: say(texts.suspendedSubject),
    paragraphs: [say(texts.suspended), say(texts.startAgain, { number })],
    facts: [
      [say(texts.invoice), number],
      [say(texts.toPay), say.money(amount_due, currency)],
    ],
    action: { label: say(texts.payInvoice), url },
  });
}
