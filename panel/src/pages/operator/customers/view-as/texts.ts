export const texts = {
  title: (name: string) => `View as ${name}`,
  open: 'View as customer',
  about:
    'You see the panel as the customer does, read-only, for 30 minutes at most. The customer sees your name, the time and the reason in the audit log.',
  reason: 'Reason',
  reasonExample: 'Ticket 1042: the invoice is not shown',
  delay: 'Delay the disclosure for a legal order',
  discloseOn: 'Disclose on',
  delayReason: 'Reason of the delay',
  delayReasonHint: 'Only staff see it. It is kept for a year.',
  view: 'View',
};
