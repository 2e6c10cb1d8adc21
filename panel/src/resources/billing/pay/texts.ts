interface WayWords {
  readonly title: string;
  readonly text: string;
}

const DRIVERS: Readonly<Record<string, WayWords>> = {
  stripe: {
    title: 'Card or other online payment',
    text: 'You pay on the page of our payment provider and return here.',
  },
  simulated: { title: 'Simulated card', text: 'For testing only. No money is charged.' },
  transfer: {
    title: 'Bank transfer',
    text: 'You receive our bank details and a reference. A transfer takes one to two days.',
  },
};

/** Returns the wording of a payment driver; an unknown driver is shown by its own name. */
export function wordsOf(driver: string): WayWords {
  return DRIVERS[driver] ?? { title: driver, text: '' };
}

export const texts = {
  with: 'Pay with',
  kept: 'Saved payment method',
  keep: 'Save it and pay future invoices automatically',
  pay: 'Pay',
  payAll: 'Pay all',
  payAllTitle: (count: number) => `Pay ${count} invoices`,
  payAllNeeds: 'Several invoices are paid together with a saved payment method. Save one, or pay each invoice.',
  addMethod: 'Add payment method',
  paying: 'Paying',
  paid: 'Paid',
  started: 'In progress',
  notPaid: 'Not paid',
  notCharged: 'Not charged',
  payAllResult: (paid: number, all: number) =>
    paid === all ? 'All invoices are paid.' : `${paid} of ${all} invoices are paid.`,
  payRest: (count: number) => (count === 1 ? 'Pay 1 invoice' : `Pay ${count} invoices`),
  stopPaying: 'Stop',
  payTitle: (number: string) => `Pay ${number}`,
  done: 'Done',
  cancel: 'Not now',
  failed: 'The payment failed',
  beneficiary: 'Account holder',
  iban: 'IBAN',
  bic: 'BIC',
  reference: 'Reference',
  amount: 'Amount',
  transferText:
    'Transfer the amount to this account. Enter exactly this reference and nothing else, so that we can match the payment to the invoice.',
  pending: 'The payment is pending. The invoice is marked as paid once the payment is confirmed.',
} as const;
