import type { PaymentDriver, PaymentEngine } from '#engines/payment/driver.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import type { Clock } from '#kernel/time.ts';
import type { CustomerMail } from '../../identity/people/index.ts';
import type { InvoiceFollowers, InvoiceHooks } from '../invoices/index.ts';
import { createAllocations } from './allocations/service.ts';
import { confirmPayment } from './customer-mail.ts';
import { createReturns } from './refunds/returns.ts';
import { createReversalService } from './reversals/service.ts';
import { createPaymentService } from './service.ts';
import { createPaymentStaffMail } from './staff-mail.ts';

interface Dependencies {
  clock: Clock;
  links: Links;
  engine: PaymentEngine;
  staffMail: StaffMail;
  customerMail: CustomerMail;
  trade: { readonly timeZone: string };
  /** Notified when an invoice is paid or reopened. */
  followers: InvoiceFollowers;
}

export type Money = ReturnType<typeof createMoney>;

/**
 * The money of accounts: payments, credit and what of them pays which invoice. It changes the amounts of invoices and
 * issues no documents, so it is created before the invoices, which pay and refund through `hooks`.
 */
export function createMoney({ clock, links, engine, staffMail, customerMail, trade, followers }: Dependencies) {
  const drivers: ReadonlyMap<string, PaymentDriver> = engine.drivers;
  const findDriver = (name: string | null) => drivers.get(name ?? '');
  const tellStaff = createPaymentStaffMail(staffMail);
  const allocations = createAllocations(followers);
  const onReceived = confirmPayment({ clock, customerMail, links, trade });
  const payments = createPaymentService({ allocations, onReceived });
  const reversals = createReversalService({ payments, allocations, tellStaff });
  const returns = createReturns({ payments, allocations, findDriver, tellStaff });
  const hooks: InvoiceHooks = { ...allocations.hooks, returnMoney: returns.returnMoney };
  return { allocations, payments, reversals, returns, hooks, tellStaff, findDriver, followers };
}
