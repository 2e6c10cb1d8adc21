interface WayWords {
  readonly title: string;
  readonly text: string;
}

const DRIVERS: Readonly<Record<string, WayWords>> = {
  stripe: { title: 'Card or other online payment', text: 'On the page of our payment provider; you come back here.' },
  simulated: { title: 'Simulated card', text: 'Only here, to try things out: no money moves.' },
  transfer: { title: 'Bank transfer', text: 'You get our account and a reference; it takes a day or two.' },
};

/** A driver of which no page knows is called as it calls itself. */
export function wordsOf(driver: string): WayWords {
  return DRIVERS[driver] ?? { title: driver, text: '' };
}

export const texts = {
  with: 'Pay with',
  kept: 'Kept for this account',
  keep: 'Keep it, and pay later invoices with it by itself',
  pay: 'Pay',
  payTitle: (number: string) => `Pay ${number}`,
  done: 'Done',
  cancel: 'Not now',
  failed: 'Nothing was paid',
  beneficiary: 'Account of',
  iban: 'IBAN',
  bic: 'BIC',
  reference: 'Reference',
  amount: 'Amount',
  transferText:
    'Transfer the amount to this account. Give the reference exactly so, and nothing else: it tells us which invoice you pay.',
  pending: 'The payment is on its way. The invoice is paid when it has been confirmed.',
} as const;
