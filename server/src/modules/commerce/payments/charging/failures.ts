import { defineStaffList, type Query, sql } from '@hostler/database';
import { formatMoney } from '#kernel/currency.ts';
import type { FailureSource, FoundFailure } from '#kernel/failure-source.ts';
import type { PaymentRow } from '../store.ts';
import { errors } from './errors.ts';
import type { ChargingService } from './service.ts';

type Declined = Pick<PaymentRow, 'amount' | 'currency' | 'method' | 'failure' | 'created_at'> & {
  invoice_id: number;
  account_id: number;
  number: string;
  /** The method that a retry would charge. Null if there is none. */
  default_id: number | null;
  is_refused: number;
  is_stopped: number;
  is_change: number;
};

const SAME_INVOICE = (payment: string) =>
  `${payment}.account_id = i.account_id and ${payment}.invoice_id = i.id` as const;
const SELECT = `
  select i.id as invoice_id, i.account_id, i.number, p.amount, p.currency, p.method, p.failure, p.created_at,
    d.id as default_id,
    case when exists (select 1 from payments as h
      where ${SAME_INVOICE('h')} and h.failure_kind = 'hard' and h.method_id = d.id) then 1 else 0 end as is_refused,
    case when exists (select 1 from charging_stops as s where s.account_id = i.account_id) then 1 else 0 end as is_stopped,
    case when exists (select 1 from payments as c
      where c.key = 'inv:' || i.id || ':change') then 1 else 0 end as is_change
  from invoices as i join payments as p on ${SAME_INVOICE('p')}
  left join payment_methods as d on d.account_id = i.account_id and d.is_default = 1 and d.status = 'active'`;
/** Condition for the newest charge of an open invoice, if it was declined and no other payment is in progress. */
const DECLINED = `i.status in ('unpaid', 'overdue') and i.on_hold = 0 and p.status = 'failed' and p.method_id is not null
  and not exists (select 1 from payments as n where ${SAME_INVOICE('n')}
    and ((n.id > p.id and n.method_id is not null) or (n.status = 'pending' and n.processing = 1)))`;

const listDeclined = defineStaffList<Declined>({
  select: SELECT,
  where: DECLINED,
  // Not the bare column: the databases would walk all invoices in its order instead of the open ones.
  cursor: '+i.id',
  searched: ['i.number', 'p.method', 'p.failure'],
  filters: { since: 'p.created_at >= :since', account_id: 'i.account_id = :account_id' },
});
const FIND = sql<{ id: number }, Declined>(`${SELECT} where i.id = :id and ${DECLINED}`);

interface Dependencies {
  charging: Pick<ChargingService, 'chargeAgain'>;
  isBillingHeld: () => Query<boolean>;
}

/** Lists declined charges of saved methods whose invoice is still due. The number is the id of the invoice. */
export function chargeFailures({ charging, isBillingHeld }: Dependencies): FailureSource {
  return {
    kind: 'billing',
    part: 'charge',

    *list({ since, ...request }) {
      return (yield* listDeclined(request, { since })).map(view);
    },

    *retry(id, now) {
      const declined = yield* FIND.one({ id });
      if (!declined) return undefined;
      const { account_id, number, amount, currency } = declined;
      const instead = findObstacle(declined);
      if (instead !== null) throw errors.invoice_cannot_be_charged_again({ number, instead });
      if (yield* isBillingHeld()) {
        throw errors.charging_held();
      }
      yield* charging.chargeAgain(account_id, id, now);
      return `Queued another charge of invoice ${number} (${formatMoney(amount, currency)}).`;
    },
  };
}

function view(declined: Declined): FoundFailure {
  const { invoice_id, account_id, number, amount, currency, method, failure, created_at } = declined;
  return {
    cursor: invoice_id,
    id: invoice_id,
    account_id,
    what: `charge of invoice ${number} (${formatMoney(amount, currency)}, ${method})`,
    reason: failure ?? 'The reason is not known.',
    failed_at: created_at,
    instead: findObstacle(declined),
  };
}

/** Returns why the invoice must not be charged again and what to do instead. */
function findObstacle({ account_id, default_id, is_refused, is_stopped, is_change }: Declined): string | null {
  if (is_change) return 'It is for a change of plan: the customer pays it under Billing or withdraws the change.';
  if (is_stopped) {
    return `A payment was reversed. After it is settled, run: hostler payment allow-charging --account ${account_id}`;
  }
  if (default_id === null) return 'The account has no saved payment method. The customer adds one under Billing.';
  if (is_refused) return 'The method was declined for good. The customer adds another one under Billing.';
  return null;
}
