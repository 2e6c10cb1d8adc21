import { defineTexts } from '#kernel/texts/define-texts.ts';

export const texts = defineTexts('mail', {
  answeredSubject: 'Support answered: {subject}',
  answered: 'Support answered ticket {id}:',
  openTicket: 'Open the ticket',
});
