import { defineTexts } from '#kernel/texts/define-texts.ts';

export const texts = defineTexts('mail', {
  answeredSubject: 'Support answered: {subject}',
  answered: 'Support answered ticket {id}:',
  replyThere: 'Replies to this e-mail are not read. To reply, open the ticket:',
  openTicket: 'Open the ticket',
});
