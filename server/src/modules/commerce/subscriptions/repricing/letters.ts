import { dayIn } from '#kernel/calendar.ts';
import { formatMoney } from '#kernel/currency.ts';
import type { Letter } from '#kernel/mail/letter.ts';
import type { BillingPeriod } from '../../plans/index.ts';
import type { WithoutConsent } from './schemas.ts';

const EVERY: Record<BillingPeriod, string> = { hourly: 'per hour', monthly: 'per month', yearly: 'per year' };

export interface ToAnnounce {
  readonly name: string;
  readonly old_price: number;
  readonly new_price: number;
  readonly currency: string;
  readonly billing_period: BillingPeriod;
  readonly tax_included: number;
  readonly effective_at: number;
}

interface Announcement {
  readonly plan: string;
  readonly subscriptions: readonly ToAnnounce[];
  readonly isBusiness: boolean;
  readonly withoutConsent: WithoutConsent;
  readonly zone: string;
  readonly billingUrl: string;
  readonly agreeUrl: string;
}

export function writeAnnouncement(announcement: Announcement): Letter {
  const { plan, subscriptions, isBusiness, withoutConsent, zone, billingUrl, agreeUrl } = announcement;
  const facts = subscriptions.map((one): [string, string] => [one.name, describe(one, zone)]);
  const subject = `New price of ${plan}`;
  if (isBusiness) {
    return {
      subject,
      paragraphs: [
        `The price of ${plan} changes. The new price applies from the first period that starts on the day below. The price of the period that you have paid for does not change.`,
        'If you do not want to pay the new price, cancel at any time before that day. The subscription then ends with the period before it, without further cost.',
      ],
      facts,
      action: { label: 'See your subscriptions', url: billingUrl },
    };
  }
  const otherwise =
    withoutConsent === 'keep'
      ? 'If you do not agree, your price stays as it is.'
      : 'If you do not agree, the subscription ends on the day below, together with the paid period.';
  return {
    subject,
    paragraphs: [
      `We want to change the price of ${plan}. The new price applies only if you agree, from the first period that starts on the day below.`,
      otherwise,
      'You can also cancel at any time. The subscription then ends with its period.',
    ],
    facts,
    action: { label: 'Agree to the new price', url: agreeUrl },
    notes: [`You can also agree in the panel, under Billing: ${billingUrl}`],
  };
}

export function writeEnd(name: string, endsAt: number, zone: string, billingUrl: string): Letter {
  const day = dayIn(zone, endsAt);
  return {
    subject: `${name} ends on ${day}`,
    paragraphs: [
      `You have not agreed to the new price of ${name}. As announced, the subscription ends on ${day}, together with the paid period.`,
      'If you want to keep it, write to support before that day.',
    ],
    action: { label: 'See your subscriptions', url: billingUrl },
  };
}

function describe(one: ToAnnounce, zone: string): string {
  const money = (amount: number) => formatMoney(amount, one.currency);
  const tax = one.tax_included === 1 ? 'tax included' : 'plus tax';
  const every = EVERY[one.billing_period];
  return `${money(one.old_price)} today, ${money(one.new_price)} ${every} (${tax}) from ${dayIn(zone, one.effective_at)}`;
}
