import { dayIn } from '#kernel/calendar.ts';
import type { WriteLetter } from '#kernel/mail/letter.ts';
import type { Say } from '#kernel/texts/say.ts';
import type { BillingPeriod } from '../../plans/index.ts';
import type { WithoutConsent } from './schemas.ts';
import { texts } from './texts.ts';

const WITH_TAX = { hourly: texts.hourlyWithTax, monthly: texts.monthlyWithTax, yearly: texts.yearlyWithTax };
const PLUS_TAX = { hourly: texts.hourlyPlusTax, monthly: texts.monthlyPlusTax, yearly: texts.yearlyPlusTax };

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

export function writeAnnouncement(announcement: Announcement): WriteLetter {
  return announcement.isBusiness ? writeToBusiness(announcement) : writeToConsumer(announcement);
}

function writeToBusiness({ plan, subscriptions, zone, billingUrl }: Announcement): WriteLetter {
  return (say) => ({
    subject: say(texts.subject, { plan }),
    paragraphs: [say(texts.businessChange, { plan }), say(texts.businessCancel)],
    facts: subscriptions.map((one) => [one.name, describe(one, zone, say)]),
    action: { label: say(texts.seeSubscriptions), url: billingUrl },
  });
}

function writeToConsumer(announcement: Announcement): WriteLetter {
  const { plan, subscriptions, withoutConsent, zone, billingUrl, agreeUrl } = announcement;
  return (say) => ({
    subject: say(texts.subject, { plan }),
    paragraphs: [
      say(texts.consumerChange, { plan }),
      say(withoutConsent === 'keep' ? texts.otherwiseKept : texts.otherwiseEnds),
      say(texts.consumerCancel),
    ],
    facts: subscriptions.map((one) => [one.name, describe(one, zone, say)]),
    action: { label: say(texts.agree), url: agreeUrl },
    notes: [say(texts.agreeInPanel, { url: billingUrl })],
  });
}

export function writeEnd(name: string, endsAt: number, zone: string, billingUrl: string): WriteLetter {
  return (say) => {
    const day = say.day(dayIn(zone, endsAt));
    return {
      subject: say(texts.endSubject, { name, day }),
      paragraphs: [say(texts.end, { name, day }), say(texts.keep)],
      action: { label: say(texts.seeSubscriptions), url: billingUrl },
    };
  };
}

function describe(one: ToAnnounce, zone: string, say: Say): string {
  const money = (amount: number) => say.money(amount, one.currency);
  const text = (one.tax_included === 1 ? WITH_TAX : PLUS_TAX)[one.billing_period];
  const day = say.day(dayIn(zone, one.effective_at));
  return say(text, { before: money(one.old_price), after: money(one.new_price), day });
}
