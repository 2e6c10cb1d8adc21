import type { AccountListRequest, Database, Query } from '@hostler/database';
import type { EngineHealth } from '#engines/engine.ts';
import { findAuditContext } from '#kernel/audit/record.ts';
import { fieldErrors as general, notFound, validationError } from '#kernel/errors.ts';
import type { Links } from '#kernel/mail/links.ts';
import { type Clock, HOUR } from '#kernel/time.ts';
import type { CustomerMail } from '../../identity/people/index.ts';
import { findCurrentInvoiceId, reasons } from '../invoices/index.ts';
import type { Payments } from '../payments/index.ts';
import { findAuthorizedUntil, listCards } from '../payments/index.ts';
import { findProfile } from '../profiles/index.ts';
import type { CustomerSubscriptions } from '../subscriptions/index.ts';
import type { BlockOperatorService } from './blocks/operator-service.ts';
import { errors, fieldErrors } from './errors.ts';
import { writeApproved, writeRefused, writeRefusedSignUp } from './letters.ts';
import { countOrdersToReview, findOrder, type ListedOrder, listOrders } from './operator-store.ts';
import { BLOCK_KINDS, type BlockKind, type OrderKind, type OrderStatus } from './schemas.ts';
import { decideOrder } from './store.ts';
import { viewOrder, viewOrderDetails } from './view.ts';

/** Staff are alerted of orders that wait longer. */
export const ALERT_AFTER_MS = 24 * HOUR;
const LONGEST_REASON = 1_000;
const CREDIT_REASON = reasons.orderRefused.template;

/** The part of identity that decides about sign-ups. */
export interface SignUps {
  /** Approves the account. Throws CONFLICT if it does not wait. */
  approve(given: { account_id: number }): Query<unknown>;
  /** Suspends the account, which keeps waiting. */
  suspend(given: { account_id: number; cause: 'staff'; reason: string }): Query<unknown>;
}

interface Dependencies {
  db: Database;
  clock: Clock;
  links: Links;
  customerMail: CustomerMail;
  subscriptions: Pick<CustomerSubscriptions, 'release' | 'cancelOrder'>;
  payments: Pick<Payments, 'chargeOrder' | 'isUnderWay' | 'settleAuthorized'>;
  blocks: BlockOperatorService;
  signUps: SignUps;
}

interface Refusal {
  id: number;
  /** Sent to the customer. */
  reason: string;
  /** Data of the customer to block. */
  block?: readonly string[] | undefined;
}

export type OrderOperatorService = ReturnType<typeof createOrderOperatorService>;

export function createOrderOperatorService(dependencies: Dependencies) {
  const { db, clock, links, customerMail, subscriptions, payments, blocks, signUps } = dependencies;

  /** Lists the orders of all customers or of one, and the sign-ups that were reviewed. */
  function* list({ kind, ...request }: AccountListRequest<OrderStatus> & { kind?: OrderKind | undefined } = {}) {
    const now = clock.now();
    return (yield* listOrders(request, { kind })).map((row) => viewOrder(row, now));
  }

  /** Returns an order with the data that staff need to decide. */
  function* show({ id }: { id: number }) {
    const row = yield* requireOrder(id);
    const { account_id } = row;
    const invoiceId = yield* findInvoiceId(row);
    const authorizedUntil = invoiceId === null ? null : yield* findAuthorizedUntil(account_id, invoiceId);
    const known = { cards: yield* listCards(account_id), authorizedUntil };
    return viewOrderDetails(row, yield* findProfile(account_id), known, clock.now());
  }

  /**
   * Approves an order or a sign-up. A paid order is carried out once; an unpaid one waits for its payment. Throws
   * CONFLICT if it is not in review, for example because a colleague decided.
   */
  function* approve({ id }: { id: number }) {
    const order = yield* requireInReview(id);
    const now = clock.now();
    const { account_id, subscription_id } = order;
    if (subscription_id === null) yield* signUps.approve({ account_id });
    else {
      const subscription = yield* subscriptions.release(account_id, subscription_id, now);
      if (!subscription) throw yield* explainDecided(id);
      const isUnpaid = subscription.pending_until !== null;
      const isCaptured = (yield* payments.settleAuthorized(account_id)) > 0 && isUnpaid;
      const invoiceId = yield* findInvoiceId(order);
      if (isUnpaid && !isCaptured && order.by_program === 1 && invoiceId !== null) {
        yield* payments.chargeOrder(account_id, invoiceId, now);
      }
      const letter = writeApproved(order, { isUnpaid, isCaptured, url: links.to(isUnpaid ? '/billing' : '/') });
      yield* tellPayers(account_id, { kind: 'order-approved', cause: `order ${id}`, letter, now });
    }
    yield* decideOrder(order, { status: 'approved', by: yield* findDecider() }, now);
    return viewOrder(yield* requireOrder(id), now);
  }

  /**
   * Refuses an order: cancels it, credits the invoice and returns the payment, the credit, the coupon and the stock.
   * Refuses a sign-up: suspends the account. Throws CONFLICT if it is not in review.
   */
  function* refuse({ id, ...given }: Refusal) {
    const reason = readReason(given.reason);
    const block = readBlock(given.block ?? []);
    const order = yield* requireInReview(id);
    const now = clock.now();
    const { account_id, subscription_id } = order;
    if (subscription_id === null) {
      yield* signUps.suspend({ account_id, cause: 'staff', reason });
      const letter = writeRefusedSignUp(order, reason);
      yield* customerMail.toOwners({ accountId: account_id, kind: 'order-refused', cause: `order ${id}`, letter, now });
      yield* decideOrder(order, { status: 'refused', by: yield* findDecider(), reason }, now);
    } else {
      const invoiceId = yield* findInvoiceId(order);
      if (invoiceId !== null && (yield* payments.isUnderWay(account_id, invoiceId))) {
        throw errors.order_payment_in_progress({ id });
      }
      // Before the cancellation, which ends the review as cancelled.
      const decided = yield* decideOrder(order, { status: 'refused', by: yield* findDecider(), reason }, now);
      const cancelled = decided && (yield* subscriptions.cancelOrder(account_id, subscription_id, now, CREDIT_REASON));
      if (!cancelled) throw yield* explainDecided(id);
      const letter = writeRefused(order, reason);
      yield* tellPayers(account_id, { kind: 'order-refused', cause: `order ${id}`, letter, now });
    }
    for (const kind of block) yield* blockAll(kind, order, reason);
    return viewOrder(yield* requireOrder(id), now);
  }

  function* blockAll(kind: BlockKind, order: ListedOrder, reason: string): Query<void> {
    const values = {
      email: [order.email],
      address: order.address === null ? [] : [order.address],
      card: (yield* listCards(order.account_id)).map(({ fingerprint }) => fingerprint),
    }[kind];
    for (const value of values) yield* blocks.put({ kind, value, reason });
  }

  function* tellPayers(accountId: number, mail: Omit<Parameters<CustomerMail['toPayers']>[0], 'accountId' | 'to'>) {
    const { email: to } = yield* findProfile(accountId);
    yield* customerMail.toPayers({ ...mail, accountId, to });
  }

  function* requireInReview(id: number): Query<ListedOrder> {
    const order = yield* requireOrder(id);
    if (order.status !== 'in_review') throw yield* explainDecided(id);
    return order;
  }

  /** Counts what waits for a decision: orders and sign-ups. */
  const countToReview = () => db.read(countOrdersToReview());

  /** Reports orders and sign-ups that wait too long to `doctor`. */
  async function check(): Promise<EngineHealth> {
    const { count, oldest } = await countToReview();
    const answer = { reachable: true, version: null };
    if (oldest === null) return { ...answer, detail: 'No order is waiting for review.', advice: null };
    const hours = Math.floor((clock.now() - oldest) / HOUR);
    const isLate = clock.now() - oldest >= ALERT_AFTER_MS;
    return {
      ...answer,
      detail: `Orders and sign-ups in review: ${count}. The oldest has been waiting for ${hours} hours.`,
      advice: isLate ? 'Decide about them. List: hostler order list --status in_review' : null,
    };
  }

  return { list, show, approve, refuse, countToReview, check };
}

/** Returns the invoice to pay, which is another one if the tax was corrected after the order. */
function* findInvoiceId({ account_id, invoice_id }: ListedOrder): Query<number | null> {
  return invoice_id === null ? null : yield* findCurrentInvoiceId(account_id, invoice_id);
}

function* requireOrder(id: number): Query<ListedOrder> {
  const order = yield* findOrder(id);
  if (!order) throw notFound('Order');
  return order;
}

function* explainDecided(id: number): Query<Error> {
  const { status, decided_by } = yield* requireOrder(id);
  if (status === 'in_review') return errors.order_changed({ id });
  if (status === 'accepted') return errors.order_needs_no_review({ id });
  const by = decided_by === null ? '' : ` by ${decided_by}`;
  return errors.order_already_decided({ id, status, by });
}

/** Returns the name of the person or key that decides. */
function* findDecider(): Query<string | null> {
  return (yield* findAuditContext())?.actor?.label ?? null;
}

function readBlock(given: readonly string[]): BlockKind[] {
  const kinds = BLOCK_KINDS.filter((kind) => given.includes(kind));
  if (given.every((kind) => kinds.some((known) => known === kind))) return kinds;
  throw validationError([fieldErrors.block_kinds_unknown('block', { kinds: BLOCK_KINDS.join(', ') })]);
}

/** Ends with a full stop, because other sentences follow it. */
function readReason(text: string): string {
  const reason = text.trim();
  if (reason.length === 0 || reason.length > LONGEST_REASON) {
    throw validationError([general.not_length('reason', { max: LONGEST_REASON })]);
  }
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}
