import { formatMoney } from '../../../kernel/currency.ts';
import type { Query } from '../../../kernel/db/query.ts';
import type { Letter } from '../../../kernel/mail/letter.ts';
import type { StaffMail } from '../../identity/people/index.ts';
import type { PaymentRow } from './store.ts';

export type TellStaff = ReturnType<typeof createPaymentStaffMail>;

/** Notifies the company of payments that need a decision by a person. */
export function createPaymentStaffMail(staffMail: StaffMail) {
  function send(kind: string, cause: string, letter: Letter, now: number): Query<void> {
    return staffMail.toSeller({ kind, cause, letter, nature: 'notice', now });
  }

  return {
    ofReversal(accountId: number, payment: PaymentRow, reason: string, now: number): Query<void> {
      const letter: Letter = {
        subject: `Payment ${payment.id} of account ${accountId} was taken back`,
        paragraphs: [
          `The bank or the card company took payment ${payment.id} back: ${reason}`,
          'What it had paid is open again, and nothing is collected from this account by itself any more.',
        ],
        facts: [...factsOf(accountId, payment), ['Taken back', formatMoney(payment.reversed_amount, payment.currency)]],
        notes: [`Once it is settled: hostler payment allow-charging --account ${accountId}`],
      };
      return send('payment-reversed', `payment ${payment.id} at ${now}`, letter, now);
    },

    ofDisputedRefund(accountId: number, payment: PaymentRow, reason: string, now: number): Query<void> {
      const letter: Letter = {
        subject: `Refunded payment ${payment.id} of account ${accountId} is disputed`,
        paragraphs: [
          `The bank or the card company takes payment ${payment.id} back, which was refunded already: ${reason}`,
          'Answer at the pages of the provider, with the refund as proof: otherwise the money is paid back twice. Nothing is collected from this account by itself any more.',
        ],
        facts: [...factsOf(accountId, payment), ['Refunded', formatMoney(payment.refunded_amount, payment.currency)]],
        notes: [`Once it is settled: hostler payment allow-charging --account ${accountId}`],
      };
      return send('refund-disputed', `payment ${payment.id} at ${now}`, letter, now);
    },

    ofFailedRefund(
      accountId: number,
      payment: PaymentRow,
      refund: { id: number; amount: number },
      reason: string,
      now: number,
    ): Query<void> {
      const letter: Letter = {
        subject: `The refund of payment ${payment.id} of account ${accountId} failed`,
        paragraphs: [reason, 'The money is credit of the customer again. Pay it back by hand, or leave it as credit.'],
        facts: [...factsOf(accountId, payment), ['Refund', formatMoney(refund.amount, payment.currency)]],
      };
      return send('refund-failed', `refund ${refund.id}`, letter, now);
    },

    ofPayout(
      accountId: number,
      payment: PaymentRow,
      payout: { id: number; amount: number; reason: string },
      now: number,
    ): Query<void> {
      const letter: Letter = {
        subject: `Pay ${formatMoney(payout.amount, payment.currency)} back to account ${accountId}`,
        paragraphs: [
          'A payment has to go back, and no provider can return it automatically. Transfer the money by hand.',
          `Reason: ${payout.reason}`,
        ],
        facts: [...factsOf(accountId, payment), ['Payout', String(payout.id)]],
        notes: [
          'Name and IBAN of the payer: hostler payment payouts',
          `After the transfer: hostler payment paid-out --id ${payout.id}`,
        ],
      };
      return send('payout', `payout ${payout.id}`, letter, now);
    },

    ofForeignRefund(accountId: number, payment: PaymentRow, amount: number, now: number): Query<void> {
      const letter: Letter = {
        subject: `Payment ${payment.id} of account ${accountId} was refunded at the provider`,
        paragraphs: [
          'Somebody refunded it at the pages of the provider and not here, so there is no credit note for it.',
          'What it had paid is open again. Credit the invoice if the customer is not to pay it.',
        ],
        facts: [...factsOf(accountId, payment), ['Refunded', formatMoney(amount, payment.currency)]],
      };
      return send('refund-foreign', `payment ${payment.id} at ${now}`, letter, now);
    },
  };
}

function factsOf(accountId: number, { id, amount, currency, driver, reference, invoice_id }: PaymentRow) {
  return [
    ['Account', String(accountId)],
    ['Payment', `${id}, ${formatMoney(amount, currency)}`],
    ['Invoice', invoice_id === null ? 'none' : String(invoice_id)],
    ['Provider', [driver ?? 'recorded by hand', reference ?? ''].join(' ').trim()],
  ] as [string, string][];
}
