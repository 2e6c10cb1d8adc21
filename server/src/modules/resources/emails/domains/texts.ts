import { defineTexts } from '#kernel/texts/define-texts.ts';

export const texts = defineTexts('mail', {
  subject: 'Mail for {domain} is rejected',
  hello: 'Hello {name},',
  lost: 'The DNS proof of {domain} was missing for 7 days. Our mail server now rejects mail for it and sends none from it. Mailboxes and their mail are kept and can be read.',
  next: 'Create the record below, or use our name servers for the domain again. Mail is accepted again within one hour.',
  missingSince: 'Missing since',
  txtRecord: 'TXT record',
  value: 'Value',
  openEmail: 'Open e-mail',
  notYours: 'If the domain is no longer yours, remove it.',
});
