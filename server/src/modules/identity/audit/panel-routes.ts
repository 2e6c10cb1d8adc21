import { viewPage } from '@hostler/database';
import type { PanelCaller } from '#kernel/http/caller.ts';
import { inAccount, list, type Route } from '#kernel/http/route.ts';
import type { BrandSettings } from '#settings/brand.ts';
import { AuditEntry, AuditFilters } from './schemas.ts';
import { readAudit } from './service.ts';
import { viewEntry } from './view.ts';

export function auditRoutes({ brand }: { brand: Pick<BrandSettings, 'productName'> }): Route<PanelCaller>[] {
  return [
    inAccount(
      list({
        path: '/audit',
        access: 'audit',
        summary: 'List audit entries',
        description:
          'Lists all writes in the account and all sign-ins of its members, newest first, up to 10,000. Entries are kept for 1 year.',
        item: AuditEntry,
        statuses: [],
        filters: AuditFilters,
        *handle({ caller, query }, page) {
          return viewPage(yield* readAudit(caller.account.id, query, page), (row) => viewEntry(row, brand.productName));
        },
      }),
    ),
  ];
}
