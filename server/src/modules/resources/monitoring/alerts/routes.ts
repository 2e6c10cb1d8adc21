import { viewPage } from '@hostler/database';
import { list, type Route, show } from '#kernel/http/route.ts';
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
        'Lists the firing and resolved alerts of the account, newest first. `status` filters by `state`. Resolved alerts are kept for 90 days, up to 10,000 per account. `search` matches the message. Send at most one of `hosting_id`, `rule_id` and `check_id`.',
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
      summary: 'Get an alert',
      description: 'Returns one alert.',
      id: { aliases: ['alert_id'], description: 'Identifier of the alert.' },
      data: Alert,
      *handle({ caller, id }) {
        return viewAlert(yield* alerts.find(caller.account.id, id));
      },
    }),
  ];
}
