import { viewPage } from '../../../kernel/db/page.ts';
import type { PanelCaller } from '../../../kernel/http/caller.ts';
import { inAccount, list, type Route } from '../../../kernel/http/route.ts';
import { AuditEntry, AuditFilters } from './schemas.ts';
import { readAudit } from './service.ts';
import { viewEntry } from './view.ts';

export function auditRoutes(): Route<PanelCaller>[] {
  return [
    inAccount(
      list({
        path: '/audit',
        access: 'audit',
        summary: 'List who did what',
        description:
          'Every write in the account, by keys, people, the operator and the system, and every sign-in of its people; kept a year. The newest 10,000; of one kind of actor, if one is given.',
        item: AuditEntry,
        statuses: [],
        filters: AuditFilters,
        *handle({ caller, query }, page) {
          return viewPage(yield* readAudit(caller.account.id, query, page), viewEntry);
        },
      }),
    ),
  ];
}
