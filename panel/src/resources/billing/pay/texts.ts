import { plural, t } from '@lingui/core/macro';

interface WayWords {
  readonly title: string;
  readonly text: string;
}

const DRIVERS: Readonly<Record<string, WayWords>> = {
  stripe: {
    title: t`Card or other online payment`,
    text: t`You pay on the page of our payment provider and return here.`,
  },
  simulated: { title: t`Simulated card`, text: t`For testing only. No money is charged.` },
  transfer: {
    title: t`Bank transfer`,
    text: t`You receive our bank details and a reference. A transfer takes one to two days.`,
  },
};

/** Returns the wording of a payment driver; an unknown driver is shown by its own name. */
export function wordsOf(driver: string): WayWords {
  return DRIVERS[driver] ?? { title: driver, text: '' };
}

export const texts = {
  with: t`Pay with`,
  kept: t`Saved payment method`,
  keep: t`Save it and pay future invoices automatically`,
  pay: t`Pay`,
  payAmount: (amount: string) => t`Pay ${amount}`,
  payAll: t`Pay all`,
  payAllTitle: (count: number) => t`Pay ${count} invoices`,
  payAllNeeds: t`Several invoices are paid together with a saved payment method. Save one, or pay each invoice.`,
  addMethod: t`Add payment method`,
  paying: t`Paying`,
  paid: t`Paid`,
  started: t`In progress`,
  notPaid: t`Not paid`,
  notCharged: t`Not charged`,
  payAllResult: (paid: number, all: number) =>
    paid === all ? t`All invoices are paid.` : t`${paid} of ${all} invoices are paid.`,
  payRest: (count: number) => plural(count, { one: 'Pay # invoice', other: 'Pay # invoices' }),
  stopPaying: t`Stop`,
  payTitle: (number: string) => t`Pay ${number}`,
  done: t`Done`,
  cancel: t`Not now`,
  failed: t`The payment failed`,
  beneficiary: t`Account holder`,
  iban: 'IBAN',
  bic: 'BIC',
  reference: t`Reference`,
  amount: t`Amount`,
  transferText: t`Transfer the amount to this account. Enter exactly this reference and nothing else, so that we can match the payment to the invoice.`,
  pending: t`The payment is pending. The invoice is marked as paid once the payment is confirmed.`,
} as const;
