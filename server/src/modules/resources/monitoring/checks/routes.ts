import { viewPage } from '@hostler/database';
import { list, type Route, show } from '#kernel/http/route.ts';
import { WindowQuery } from '#kernel/series/schemas.ts';
import { isLong, readWindow } from '#kernel/series/window.ts';
import { SECOND } from '#kernel/time.ts';
import { CHECK_ORDERS, CHECK_STATUSES, Check, CheckHistory } from './schemas.ts';
import type { CheckService } from './service.ts';
import { viewCheck, viewHistory } from './view.ts';
import { checkWrites } from './write-routes.ts';

const id = { aliases: ['check_id'], description: 'Identifier of the check.' };

/** People who may create checks, with `hosting.write`, see what they created. */
const READERS = ['monitoring.read', 'hosting.write'] as const;

export function checkRoutes(checks: CheckService): Route[] {
  return [
    list({
      path: '/monitoring/checks',
      access: READERS,
      summary: 'List checks',
      description:
        'Lists the checks of URLs and TCP ports, newest first, with their results of the last 24 hours. `search` matches the name and the target.',
      item: Check,
      statuses: CHECK_STATUSES,
      orders: CHECK_ORDERS,
      *handle({ caller }, page) {
        return viewPage(yield* checks.list(caller.account.id, page), viewCheck);
      },
    }),
    show({
      path: '/monitoring/checks/show',
      access: READERS,
      summary: 'Get a check',
      description: 'Returns one check.',
      id,
      data: Check,
      *handle({ caller, id }) {
        return viewCheck(yield* checks.find(caller.account.id, id));
      },
    }),
    show({
      path: '/monitoring/checks/history',
      ofTheMoment: true,
      access: READERS,
      summary: 'Get the history of a check',
      description:
        'Returns the history of a check for a time window. Each value is the mean of the step that begins at its time. Results are kept for 90 days: all of them for one day, one every 5 minutes for a week, then one per hour. Requests for more than one day count as searches: those of an account run one after the other.',
      id,
      query: WindowQuery,
      data: CheckHistory,
      isLarge: ({ query, now }) => isLong(readWindow(query, now, SECOND)),
      *handle({ caller, id, query, now }) {
        const check = yield* checks.findRow(caller.account.id, id);
        const window = readWindow(query, now, check.interval_seconds * SECOND);
        const { examined, ...history } = yield* checks.readHistory(check, window, now);
        return { ...viewHistory(id, window, history), examined };
      },
    }),
    ...checkWrites(checks),
  ];
}
