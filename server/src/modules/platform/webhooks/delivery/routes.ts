import { viewPage } from '../../../../kernel/db/page.ts';
import { badParameter, missingId } from '../../../../kernel/http/parameters.ts';
import { command, list, type Route } from '../../../../kernel/http/route.ts';
import { formatTime, parseTime } from '../../../../kernel/time.ts';
import { ownerOf } from '../owner.ts';
import { redeliver, redeliverSince } from './redelivery/service.ts';
import { DELIVERY_STATUSES, Delivery, DeliveryFilters, Redelivery, RedeliveryRequest } from './schemas.ts';
import type { DeliveryService } from './service.ts';
import { viewDelivery } from './view.ts';

export function deliveryRoutes(deliveries: DeliveryService): Route[] {
  return [
    list({
      path: '/webhooks/deliveries',
      access: 'webhooks.read',
      summary: 'List the deliveries of a webhook',
      description: 'With their attempts; kept 30 days. The search parameter is ignored.',
      id: { description: 'The webhook.' },
      item: Delivery,
      statuses: DELIVERY_STATUSES,
      filters: DeliveryFilters,
      *handle({ caller, id, query }, page) {
        const request = { ...page, search: undefined };
        return viewPage(yield* deliveries.list(ownerOf(caller), id, request, query.event), viewDelivery);
      },
    }),
    command({
      path: '/webhooks/redeliver',
      access: 'webhooks.write',
      summary: 'Send deliveries again',
      description:
        'One delivery, whatever became of it (`id` or `delivery_id`); or with `since` everything that failed since then, of one webhook (`id` or `webhook_id`) or of all active ones. All attempts begin anew.',
      status: 202,
      message: 'Queued to be sent again.',
      id: {
        aliases: ['delivery_id', 'webhook_id'],
        description: 'The delivery; with `since`, the webhook.',
        optional: true,
      },
      body: RedeliveryRequest,
      data: Redelivery,
      // A test key really writes here, as in all webhook routes.
      notSimulated: true,
      *handle({ caller, id, body, now }) {
        const owner = ownerOf(caller);
        if (body.since === undefined) {
          if (id === 0) throw missingId('id');
          return { delivery_id: id, webhook_ids: [yield* redeliver(owner, id, now)], since: null };
        }
        const since = parseTime(String(body.since));
        if (since === undefined) throw badParameter('since', 'must be a date-time or epoch seconds.');
        const ids = yield* redeliverSince(owner, id === 0 ? undefined : id, since, now);
        return { delivery_id: null, webhook_ids: ids, since: formatTime(since) };
      },
    }),
  ];
}
