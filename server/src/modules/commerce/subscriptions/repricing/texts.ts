import { defineTexts } from '#kernel/texts/define-texts.ts';

/** Mails about new prices. */
export const texts = defineTexts('mail', {
  subject: 'New price of {plan}',
  businessChange:
    'The price of {plan} changes. The new price applies from the first period that starts on the day below. The price of the period that you have paid for does not change.',
  businessCancel:
    'If you do not want to pay the new price, cancel at any time before that day. The subscription then ends with the period before it, without further cost.',
  seeSubscriptions: 'See your subscriptions',
  consumerChange:
    'We want to change the price of {plan}. The new price applies only if you agree, from the first period that starts on the day below.',
  otherwiseKept: 'If you do not agree, your price stays as it is.',
  otherwiseEnds: 'If you do not agree, the subscription ends on the day below, together with the paid period.',
  consumerCancel: 'You can also cancel at any time. The subscription then ends with its period.',
  agree: 'Agree to the new price',
  agreeInPanel: 'You can also agree in the panel, under Billing: {url}',
  endSubject: '{name} ends on {day}',
  end: 'You have not agreed to the new price of {name}. As announced, the subscription ends on {day}, together with the paid period.',
  keep: 'If you want to keep it, write to support before that day.',
  hourlyWithTax: '{before} today, {after} per hour (tax included) from {day}',
  monthlyWithTax: '{before} today, {after} per month (tax included) from {day}',
  yearlyWithTax: '{before} today, {after} per year (tax included) from {day}',
  hourlyPlusTax: '{before} today, {after} per hour (plus tax) from {day}',
  monthlyPlusTax: '{before} today, {after} per month (plus tax) from {day}',
  yearlyPlusTax: '{before} today, {after} per year (plus tax) from {day}',
});
