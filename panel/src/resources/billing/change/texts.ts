export const changeTexts = {
  title: 'Change plan',
  about: (name: string) =>
    `${name}: an upgrade starts when the rest of the period is paid. A downgrade starts with the next period. The disk is never reduced.`,
  period: 'Billing period',
  plan: 'New plan',
  choose: 'Choose',
  chooseText: 'The cost is shown before anything changes.',
  preview: 'Preview',
  from: 'From',
  now: 'now on',
  tax: 'VAT',
  taxIn: 'Includes VAT',
  dueNow: 'To pay now',
  change: 'Change plan',
  changeAndPay: (amount: string) => `Change and pay ${amount}`,
  close: 'Close',
  noPreview: 'This change is not possible',
  stale: 'The amount has changed. Check the new amount and confirm again',
  failed: 'The plan was not changed',
  changed: 'Plan changed.',
  requested: (isCharged: boolean) =>
    isCharged
      ? 'Your saved payment method is charged. The plan changes when the payment arrives.'
      : 'The plan changes when its invoice is paid.',
  onPayment: 'the payment on',
  pending: (plan: string) => `Change to ${plan}`,
  waiting: 'Waiting for payment of invoice',
  until: 'until',
  pendingText: (plan: string) =>
    `The plan stays ${plan} until the invoice is paid. If it is not paid, nothing changes and the invoice is cancelled.`,
  pay: 'Pay',
  withdraw: 'Withdraw change',
  withdrawn: 'The change is withdrawn, and its invoice is cancelled.',
  replaces: 'Another change replaces the one that waits, and cancels its invoice.',
} as const;
