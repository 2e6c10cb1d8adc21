import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Mails about included traffic. */
export const texts = defineTexts('mail', {
  subject: '{hostname} has used {level} % of its included traffic',
  sentInMonth: 'Your server {hostname} has sent {sent} in {month}. The plan includes {included} per calendar month.',
  billedNow:
    'Each further started GB is billed after the month, up to the cap of the subscription. At the cap, the network is limited until the month ends. You can raise the cap on the page of the server.',
  billedBeyond: 'Beyond that, each started GB is billed after the month, up to the cap of the subscription.',
  limitedNow:
    'Its network is now limited to {speed} Mbit/s. The limit ends with the month, or with a change to a plan that includes more.',
  limitedBeyond: 'Beyond that, its network is limited to {speed} Mbit/s until the month ends.',
  server: 'Server',
  month: 'Month',
  sent: 'Sent',
  included: 'Included',
  showTraffic: 'Show the traffic',
});
