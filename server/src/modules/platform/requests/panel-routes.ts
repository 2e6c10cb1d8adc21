import { viewPage } from '@hostler/database';
import type { PanelCaller } from '#kernel/http/caller.ts';
import { inAccount, list, type Route } from '#kernel/http/route.ts';
import { LoggedRequest, RequestFilters, RequestListMeta } from './schemas.ts';
import { readRequests } from './service.ts';
import { viewRequest } from './view.ts';

export function requestRoutes(): Route<PanelCaller>[] {
  return [
    inAccount(
      list({
        path: '/requests',
        access: 'requests',
        summary: 'List API requests',
        description:
          'Lists requests of the account to the public API in the last 7 days, newest first, up to 10,000. The log has every failed request and a sample of the successful ones; see `meta.sampled`.',
        item: LoggedRequest,
        statuses: [],
        filters: RequestFilters,
        meta: RequestListMeta,
        *handle({ caller, query, now }, page) {
          return viewPage(yield* readRequests(caller.account.id, query, page, now), viewRequest);
        },
      }),
    ),
  ];
}
