import type { Database } from '@hostler/database';
import type { Clock } from '#kernel/time.ts';
import type { InvoiceService } from '../../invoices/index.ts';
import type { Money } from '../money.ts';
import { pollRefunds, refundJob } from './jobs.ts';
import { createRefundService } from './service.ts';

export type { RefundService } from './service.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  invoices: InvoiceService;
  money: Money;
}

/** Refunds of payments. They credit the paid invoices. */
export function composeRefunds({ db, clock, invoices, money }: Dependencies) {
  const { findDriver } = money;
  const refunds = createRefundService({ invoices, ...money });
  return {
    refunds,
    jobs: [refundJob({ db, clock, refunds, findDriver })],
    recurring: [pollRefunds({ db })],
  };
}
