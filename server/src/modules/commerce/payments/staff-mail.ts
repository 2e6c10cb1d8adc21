import type { Query } from '@hostler/database';
import { formatMoney } from '#kernel/currency.ts';
import type { MailKind } from '#kernel/mail/kinds.ts';
import type { Letter } from '#kernel/mail/letter.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import type { PaymentRow } from './store.ts';

export type TellStaff = ReturnType<typeof createPaymentStaffMail>;

/** Notifies the company of payments that need a decision by a person. */
export function createPaymentStaffMail(staffMail: StaffMail) {
  function send(kind: MailKind, cause: string, letter: Letter, now: number): Query<void> {
    return staffMail.toSeller({ kind, cause, letter, nature: 'notice', now });
  }

  return {
    ofReversal(accountId: number, payment: PaymentRow, reason: string, now: number): Query<void> {
      const letter: Letter = {
        subject: `Payment ${payment.id} of account ${accountId} was reversed`,
        paragraphs: [
          `The bank or the card company reversed payment ${payment.id}: ${reason}`,
          'Its invoice is open again. Automatic charges of this account are disabled.',
        ],
        facts: [...factsOf(accountId, payment), ['Reversed', formatMoney(payment.reversed_amount, payment.currency)]],
        notes: [`To allow charges again: hostler payment allow-charging --account ${accountId}`],
      };
      return send('payment-reversed', `payment ${payment.id} at ${now}`, letter, now);
    },

    ofLostAuthorization(accountId: number, payment: PaymentRow, now: number): Query<void> {
      const letter: Letter = {
        subject: `The authorised payment ${payment.id} of account ${accountId} was not charged`,
        paragraphs: [
          payment.failure ?? 'The provider gave no reason.',
          'The order is unpaid, and its server is not created. The customer is asked to pay in another way. An order that stays unpaid is cancelled.',
        ],
        facts: factsOf(accountId, payment),
      };
      return send('authorization-lost', `payment ${payment.id}`, letter, now);
    },

    ofDisputedRefund(accountId: number, payment: PaymentRow, reason: string, now: number): Query<void> {
      const letter: Letter = {
        subject: `Refunded payment ${payment.id} of account ${accountId} is disputed`,
        paragraphs: [
          `The bank or the card company disputes payment ${payment.id}, which is already refunded: ${reason}`,
          'Respond to the dispute at the payment provider, with the refund as proof. Otherwise the money is paid back twice. Automatic charges of this account are disabled.',
        ],
        facts: [...factsOf(accountId, payment), ['Refunded', formatMoney(payment.refunded_amount, payment.currency)]],
        notes: [`To allow charges again: hostler payment allow-charging --account ${accountId}`],
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
        paragraphs: [
          reason,
          'The amount was returned to the credit of the customer. Pay it back manually, or leave it as credit.',
        ],
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
          'A payment must be refunded, and no provider can do it automatically. Transfer the money manually.',
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
          'The payment was refunded at the payment provider and not here, so it has no credit note.',
          'Its invoice is open again. Credit the invoice if the customer does not have to pay it.',
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
    ['Provider', [driver ?? 'recorded manually', reference ?? ''].join(' ').trim()],
  ] as [string, string][];
}
