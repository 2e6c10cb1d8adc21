import type { Module } from '../../../module.ts';
import type { InvoiceService } from '../invoices/index.ts';
import { billingRoutes } from './routes.ts';

export function billingModule({ invoices }: { invoices: InvoiceService }): Module {
  return { name: 'billing', tag: 'What is to be paid, and what was.', routes: billingRoutes(invoices) };
}
