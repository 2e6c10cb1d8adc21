import { viewPage } from '../../../../kernel/db/page.ts';
import { list, type Route, show } from '../../../../kernel/http/route.ts';
import { readFilter } from './filter.ts';
import { ALERT_STATES, Alert, AlertFilters } from './schemas.ts';
import type { AlertService } from './service.ts';
import { viewAlert } from './view.ts';

export function alertRoutes(alerts: AlertService): Route[] {
  return [
    list({
      path: '/monitoring/alerts',
      access: 'monitoring.read',
      summary: 'List alerts',
      description:
        'Those that fire and those that have resolved; `status` is the state. Resolved ones are kept for 90 days, and no more than 10,000 of an account. The search looks at the message. At most one of the filters by id may be given.',
      item: Alert,
      statuses: ALERT_STATES,
      filters: AlertFilters,
      *handle({ caller, query }, page) {
        return viewPage(yield* alerts.list(caller.account.id, page, readFilter(query)), viewAlert);
      },
    }),
    show({
      path: '/monitoring/alerts/show',
      access: 'monitoring.read',
      summary: 'Show an alert',
      id: { aliases: ['alert_id'], description: 'The alert.' },
      data: Alert,
      *handle({ caller, id }) {
        return viewAlert(yield* alerts.find(caller.account.id, id));
      },
    }),
  ];
}
