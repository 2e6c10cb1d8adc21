import { viewPage } from '../../../kernel/db/page.ts';
import type { PanelCaller } from '../../../kernel/http/caller.ts';
import { inAccount, list, type Route } from '../../../kernel/http/route.ts';
import { LoggedRequest, RequestFilters, RequestListMeta } from './schemas.ts';
import { readRequests } from './service.ts';
import { viewRequest } from './view.ts';

export function requestRoutes(): Route<PanelCaller>[] {
  return [
    inAccount(
      list({
        path: '/requests',
        access: 'requests',
        summary: 'List what was asked of the public API',
        description:
          'By keys and people of the account, in the last seven days: every failure, and as many of the rest as a bounded cost allows. The newest 10,000; of those with a key, a status class or a request id, if one is given.',
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
