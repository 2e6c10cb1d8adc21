import type { Query } from '@hostler/database';
import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { NewLink, ServerContract, TrafficTerms } from '../../../resources/hosting/index.ts';
import { findPlan } from '../../plans/index.ts';
import { change } from '../change.ts';
import type { ChangeService } from '../changes/service.ts';
import type { LinkService } from '../links/service.ts';
import type { OrderedServer } from '../orders/service.ts';
import { findOfHosting, listOrdered, type SubscriptionRow } from '../store.ts';
import { trafficCapOf } from '../traffic/cap.ts';
import { errors } from './errors.ts';

type AddressSales = Pick<
  ServerContract,
  'findAddressOffer' | 'sellAddress' | 'beginAddress' | 'endAddress' | 'cancelAddress' | 'resumeAddress'
>;

const NONE = 'No subscription pays for this server.';

/** Lets staff change servers together with the subscriptions that pay for them. */
export function createServerContract(
  changes: Pick<ChangeService, 'preview' | 'change'>,
  addresses: AddressSales,
  links: Pick<LinkService, 'link'>,
): ServerContract {
  function* changePlan(accountId: number, hostingId: number, wanted: string, now: number) {
    const row = yield* findOfHosting(accountId, hostingId);
    const plan = yield* findPlan(wanted);
    if (!row || !plan || (plan.version_id === row.plan_version_id && row.next_terms === null)) return undefined;
    const request = { plan: wanted, byStaff: true };
    const { totals } = yield* changes.preview(accountId, row.id, request, now);
    const confirmed = { ...request, expected_amount: totals.total };
    const { subscription, invoice, actionId } = yield* changes.change(accountId, row.id, confirmed, now);
    if (subscription.change_at !== null) {
      const at = formatTime(subscription.change_at);
      return { summary: `${nameOf(row)} changes to ${plan.name} at ${at}. The size follows then.`, actionId: null };
    }
    const paid = invoice
      ? `Invoice ${invoice.number} has the rest of the period.`
      : 'Nothing is to be paid for it now.';
    return { summary: `${nameOf(row)} has the plan ${plan.name} now. ${paid}`, actionId: actionId ?? null };
  }

  function* link(accountId: number, { hostingId, subscriptionId }: NewLink, now: number): Query<void> {
    yield* links.link(accountId, subscriptionId, hostingId, now);
  }

  function* find(accountId: number, hostingId: number) {
    const row = yield* findOfHosting(accountId, hostingId);
    if (!row) return undefined;
    const { id, plan, status, price, currency, billing_period } = row;
    const [current_period_end, ends_at] = [formatTime(row.current_period_end), formatOptionalTime(row.ends_at)];
    return { id, plan, status, price, currency, billing_period, current_period_end, ends_at };
  }

  function* describeKept(accountId: number, hostingId: number): Query<string> {
    const row = yield* findOfHosting(accountId, hostingId);
    return row ? `${nameOf(row)} keeps the plan ${row.plan} and its price.` : NONE;
  }

  function* prepareTermination(accountId: number, hostingId: number, keep: boolean, now: number): Query<string> {
    const row = yield* findOfHosting(accountId, hostingId);
    if (!row) return NONE;
    if (keep) return yield* detach(accountId, row);
    if (row.status === 'pending')
      return `${nameOf(row)} is an order that is not delivered. It is cancelled and its payment returned.`;
    if (row.billing_period === 'hourly')
      return `${nameOf(row)} ends when the VPS is gone. The hours until then are invoiced.`;
    const isAhead = row.current_period_start > now && row.ends_at === null;
    const end = formatTime(row.ends_at ?? (isAhead ? row.current_period_start : row.current_period_end));
    const orLater = isAhead ? ` (at ${formatTime(row.current_period_end)} if the next period is paid already)` : '';
    return `${nameOf(row)} ends at ${end}${orLater}, with the period that is paid for, and is not billed again. --keep-subscription would keep it.`;
  }

  /** Without its server it is not cancelled when that is gone. */
  function* detach(accountId: number, row: SubscriptionRow): Query<string> {
    yield* change(accountId, row.id, ({ status }) => {
      if (status === 'pending') throw errors.contract_not_delivered({ name: nameOf(row) });
      return { hosting_id: null };
    });
    const next =
      row.next_bill_at === null ? 'is not billed again' : `is billed next at ${formatTime(row.next_bill_at)}`;
    return `${nameOf(row)} goes on without a VPS and ${next}. End it with: hostler subscription cancel --id ${row.id}`;
  }

  function* findTrafficPrice(accountId: number, hostingId: number, terms: TrafficTerms, at: number) {
    const row = yield* findOfHosting(accountId, hostingId);
    const price = row && terms.prices?.[row.currency];
    if (!row || !price) return undefined;
    const isFree = row.trial_ends_at !== null && at < row.trial_ends_at;
    return { price, cap: trafficCapOf(row), isFree };
  }

  function* namesFirewall(accountId: number, firewallId: number): Query<boolean> {
    const orders = yield* listOrdered(accountId);
    return orders.some((ordered) => (JSON.parse(ordered) as OrderedServer).firewallIds?.includes(firewallId));
  }

  const { findAddressOffer, sellAddress, beginAddress, endAddress, cancelAddress, resumeAddress } = addresses;
  return {
    ...{ changePlan, link, find, findTrafficPrice, describeKept, prepareTermination, namesFirewall },
    ...{ findAddressOffer, sellAddress, beginAddress, endAddress, cancelAddress, resumeAddress },
  };
}

function nameOf({ id, name }: SubscriptionRow): string {
  return `Subscription ${id} (${name})`;
}
