import { DAY, type OpenInvoice, type Story, type Year } from './year.ts';

const daysSince = (year: Year, time: number) => Math.floor((year.now() - time) / DAY);

async function payAll(year: Year, invoice: OpenInvoice): Promise<void> {
  await year.pay(invoice, invoice.due);
}
const payNextDay: Story['pay'] = async (year, invoice) => {
  if (daysSince(year, invoice.issued_at) >= 1) await payAll(year, invoice);
};

export const STORIES: readonly Story[] = [
  { name: 'pays at once', order: { plan: 'Small' }, pay: payAll },
  { name: 'pays the next day', order: { plan: 'Small' }, pay: payNextDay },
  { name: 'pays by the year', order: { plan: 'Small', period: 'yearly' }, pay: payAll },
  {
    name: 'pays in two parts',
    order: { plan: 'Large' },
    async pay(year, invoice) {
      if (invoice.amount_paid === 0) await year.pay(invoice, Math.floor(invoice.due / 2));
      else if (daysSince(year, invoice.issued_at) >= 9) await payAll(year, invoice);
    },
  },
  {
    name: 'pays too much',
    order: { plan: 'Small' },
    async pay(year, invoice) {
      await year.pay(invoice, invoice.due * 2 + 1);
    },
  },
  {
    name: 'pays after the reminder',
    order: { plan: 'Small' },
    async pay(year, invoice) {
      if (daysSince(year, invoice.due_at) >= 2) await payAll(year, invoice);
    },
  },
  {
    name: 'pays only when suspended',
    order: { plan: 'Large' },
    async pay(year, invoice) {
      if (daysSince(year, invoice.due_at) >= 20) await payAll(year, invoice);
    },
  },
  { name: 'never pays again', order: { plan: 'Small' } },
  { name: 'has a price with tax inside', order: { plan: 'Gross' }, pay: payAll },
  {
    name: 'is a business elsewhere in the EU',
    order: { plan: 'Small' },
    profile: { kind: 'business', company: 'Exemple SARL', country: 'FR', vat_id: 'FR40303265045', confirm_vat: true },
    pay: payAll,
  },
  { name: 'is outside the EU', order: { plan: 'Large' }, profile: { country: 'CH' }, pay: payAll },
  { name: 'has a coupon', order: { plan: 'Small', coupon: 'HALF' }, pay: payAll },
  { name: 'has a coupon of an amount', order: { plan: 'Gross', coupon: 'TWO' }, pay: payAll },
  { name: 'tries first', order: { plan: 'Trial' }, card: 'sim_ok', pay: payNextDay },
  { name: 'pays by the hour', order: { plan: 'Hourly' }, card: 'sim_ok' },
  { name: 'has a card', order: { plan: 'Small' }, card: 'sim_ok' },
  {
    name: 'has a card without money',
    order: { plan: 'Small' },
    card: 'sim_soft',
    async pay(year, invoice) {
      if (daysSince(year, invoice.due_at) >= 9) await payAll(year, invoice);
    },
  },
  {
    name: 'leaves in summer',
    order: { plan: 'Small' },
    pay: payAll,
    async live(year, { key, subscriptionId }, day) {
      if (day === 170) await year.post(`/subscriptions/cancel?id=${subscriptionId}`, key);
    },
  },
  {
    name: 'thinks better of leaving',
    order: { plan: 'Large' },
    pay: payAll,
    async live(year, { key, subscriptionId }, day) {
      if (day === 100) await year.post(`/subscriptions/cancel?id=${subscriptionId}`, key);
      if (day === 110) await year.post(`/subscriptions/resume?id=${subscriptionId}`, key);
    },
  },
  {
    name: 'gets money back',
    order: { plan: 'Large' },
    pay: payAll,
    async live(year, { accountId }, day) {
      if (day === 60) await year.credit(accountId, 'The server was slow.');
      if (day === 200) await year.refund(accountId, 'credit');
    },
  },
  {
    name: 'grows twice',
    order: { plan: 'Small' },
    pay: payNextDay,
    async live(year, { key, subscriptionId }, day) {
      if (day === 40) await year.changePlan(subscriptionId, key, 'Medium');
      if (day === 100) await year.changePlan(subscriptionId, key, 'Large');
    },
  },
  {
    name: 'has a card that is refused for good',
    order: { plan: 'Small' },
    card: 'sim_hard',
    async pay(year, invoice) {
      if (daysSince(year, invoice.due_at) >= 3) await payAll(year, invoice);
    },
  },
  {
    name: 'takes a payment back, and pays it later',
    order: { plan: 'Small' },
    card: 'sim_ok',
    async live(year, { accountId }, day) {
      if (day === 75) await year.dispute(accountId);
      if (day === 80) await year.allowCharging(accountId);
    },
  },
  {
    name: 'gets money back on the card',
    order: { plan: 'Large' },
    card: 'sim_ok',
    async live(year, { accountId }, day) {
      if (day === 120) await year.refund(accountId, 'method');
    },
  },
  {
    name: 'is given up',
    order: { plan: 'Small' },
    async live(year, { accountId, key, subscriptionId }, day) {
      if (day !== 100) return;
      await year.post(`/subscriptions/cancel?id=${subscriptionId}`, key, { immediately: true });
      await year.giveUp(accountId);
    },
  },
  {
    name: 'shrinks, and grows again',
    order: { plan: 'Medium' },
    pay: payAll,
    async live(year, { key, subscriptionId }, day) {
      if (day === 45) await year.changePlan(subscriptionId, key, 'Small');
      if (day === 150) await year.changePlan(subscriptionId, key, 'Medium');
    },
  },
];
