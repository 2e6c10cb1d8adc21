import type { Migration } from '../../../kernel/db/migrate.ts';
import { fillTotals } from '../../../kernel/db/totals.ts';

/** The tables were made by subscriptions, before invoices had a module of their own. */
export const migrations: Migration[] = [
  {
    id: 'invoices-001',
    script: `
      create index invoices_of_account on invoices (account_id, id);
      create index invoices_of_account_by_status on invoices (account_id, status, id);
      ${fillTotals('invoices')}`,
  },
];
