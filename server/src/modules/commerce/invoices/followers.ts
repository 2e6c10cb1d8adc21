import type { Query } from '@hostler/database';
import type { Invoice } from './schemas.ts';

/** A module that reacts to changes of invoices. It is notified in the transaction of the change. */
export interface InvoiceFollower {
  /** Nothing is due any more, and some of the amount was paid by payments or by credit. */
  paid?(accountId: number, invoice: Invoice, at: number): Query<void>;
  /** Nothing is due any more, because the invoice was credited or written off in full. */
  waived?(accountId: number, invoice: Invoice, at: number): Query<void>;
  /** The invoice was credited and issued again with another tax. Called before `paid` or `waived` of the former one. */
  replaced?(accountId: number, former: Invoice, by: Invoice, at: number): Query<void>;
  /** A payment was reversed, and the invoice is due again. */
  reopened?(accountId: number, invoice: Invoice, at: number): Query<void>;
  /** Returns whether the invoice is for a change that is carried out only if it is paid, and lapses otherwise. */
  isElective?(accountId: number, invoiceId: number): Query<boolean>;
  /** Returns whether the invoice is for an order that waits for a decision by staff. */
  isInReview?(accountId: number, invoiceId: number): Query<boolean>;
  /** A card payment of the invoice is authorised until this time. */
  authorized?(accountId: number, invoiceId: number, until: number): Query<void>;
}

/** Notifies followers in the order in which they were added. */
export class InvoiceFollowers {
  readonly #all: InvoiceFollower[] = [];

  add(follower: InvoiceFollower): void {
    this.#all.push(follower);
  }

  *tellPaid(accountId: number, invoice: Invoice, at: number): Query<void> {
    for (const follower of this.#all) yield* follower.paid?.(accountId, invoice, at) ?? [];
  }

  /** Called when nothing is due any more after a credit note or a write-off. */
  *tellCleared(accountId: number, invoice: Invoice, at: number): Query<void> {
    if (invoice.status === 'paid') return yield* this.tellPaid(accountId, invoice, at);
    for (const follower of this.#all) yield* follower.waived?.(accountId, invoice, at) ?? [];
  }

  *tellReplaced(accountId: number, former: Invoice, by: Invoice, at: number): Query<void> {
    for (const follower of this.#all) yield* follower.replaced?.(accountId, former, by, at) ?? [];
  }

  *tellReopened(accountId: number, invoice: Invoice, at: number): Query<void> {
    for (const follower of this.#all) yield* follower.reopened?.(accountId, invoice, at) ?? [];
  }

  *tellAuthorized(accountId: number, invoiceId: number, until: number): Query<void> {
    for (const follower of this.#all) yield* follower.authorized?.(accountId, invoiceId, until) ?? [];
  }

  *isInReview(accountId: number, invoiceId: number): Query<boolean> {
    for (const follower of this.#all) {
      if (follower.isInReview && (yield* follower.isInReview(accountId, invoiceId))) return true;
    }
    return false;
  }

  *isElective(accountId: number, invoiceId: number): Query<boolean> {
    for (const follower of this.#all) {
      if (follower.isElective && (yield* follower.isElective(accountId, invoiceId))) return true;
    }
    return false;
  }
}
