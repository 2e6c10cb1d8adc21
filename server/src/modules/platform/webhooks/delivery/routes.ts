import { viewPage } from '@hostler/database';
import { fieldErrors } from '#kernel/errors.ts';
import { badParameter } from '#kernel/http/parameters.ts';
import { command, list, type Route } from '#kernel/http/route.ts';
import { formatTime, parseTime } from '#kernel/time.ts';
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
      description:
        'Lists the deliveries of a webhook with their attempts, newest first. Tests are included and have `is_test: true`. Deliveries are kept for 30 days. `search` is ignored.',
      id: { description: 'Identifier of the webhook.' },
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
      summary: 'Redeliver events',
      description:
        'Sends deliveries again, with a new series of attempts. Without `since`, `id` or `delivery_id` names one delivery of any status. With `since`, all deliveries that failed since then are sent, except tests, either of the webhook in `id` or `webhook_id`, or of all active webhooks.',
      status: 202,
      message: 'Redelivery queued.',
      id: {
        aliases: ['delivery_id', 'webhook_id'],
        description: 'Identifier of the delivery; with `since`, identifier of the webhook.',
        optional: true,
        requiredWithout: 'since',
      },
      body: RedeliveryRequest,
      data: Redelivery,
      // A test key really writes here, as in all webhook routes.
      notSimulated: true,
      *handle({ caller, id, body, now }) {
        const owner = ownerOf(caller);
        if (body.since === undefined) {
          return { delivery_id: id, webhook_ids: [yield* redeliver(owner, id, now)], since: null };
        }
        const since = parseTime(String(body.since));
        if (since === undefined) throw badParameter(fieldErrors.not_date_time_or_epoch('since'));
        const ids = yield* redeliverSince(owner, id === 0 ? undefined : id, since, now);
        return { delivery_id: null, webhook_ids: ids, since: formatTime(since) };
      },
    }),
  ];
}
