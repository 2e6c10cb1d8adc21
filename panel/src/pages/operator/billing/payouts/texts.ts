export const texts = {
  title: 'Payouts',
  description: 'Refunds that no provider can return. Transfer each by hand, then record it.',
  statuses: { open: 'To transfer', paid: 'Transferred' },
  recipient: 'Recipient',
  unknown: 'Unknown: ask the customer',
  since: 'Since',
  empty: 'No refund waits for a transfer.',
  paid: 'Record transfer',
  paidTitle: 'Did you transfer this refund?',
  paidText: 'Record it after the transfer, so that nobody transfers it again.',
  paidAction: (amount: string) => `Record transfer of ${amount}`,
  done: 'The transfer is recorded.',
} as const;
