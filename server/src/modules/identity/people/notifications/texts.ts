import { defineTexts } from '#kernel/texts/define-texts.ts';

export const texts = defineTexts('mail', {
  switchOff: 'Turn these e-mails off under Account → Notifications: {url}',
});
