import { defineTexts } from '#kernel/texts/define-texts.ts';

export const texts = defineTexts('mail', {
  suspendedSubject: 'Your account {account} is suspended',
  suspended:
    'We suspended your account {account}. Servers, databases, applications, API keys and webhooks are off. Your data is kept.',
  stillOpen: 'You can still sign in to the panel, read and pay invoices, and write tickets.',
  object:
    'If you think that this is wrong, you can object: open a ticket. A person reads your objection and answers it.',
  objectTo:
    'If you think that this is wrong, you can object: open a ticket, or write to {email}. A person reads your objection and answers it.',
  cause: 'Cause',
  payment: 'payment',
  abuse: 'abuse',
  legal: 'legal',
  staff: 'staff',
  reason: 'Reason',
  openTicket: 'Open a ticket',
  resumedSubject: 'Your account {account} is no longer suspended',
  resumed: 'The suspension of your account {account} has ended. What we switched off is being switched on again.',
  othersStay: 'Servers that were suspended for another cause stay off.',
  openPanel: 'Open the panel',
});
