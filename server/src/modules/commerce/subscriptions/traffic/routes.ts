import { command, type Route } from '#kernel/http/route.ts';
import { Nullable } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import { Subscription } from '../schemas.ts';
import { viewSubscription } from '../view.ts';
import type { TrafficBillingService } from './service.ts';

/** Far above any real cap; the same as the largest price. */
const LARGEST_CAP = 10 ** 11;

const TrafficCapRequest = Type.Object({
  traffic_cap: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: LARGEST_CAP,
      description:
        'Maximum amount for the traffic of a calendar month, in minor units, at least the price of a month. Null: the price of a month.',
      examples: [2000],
    }),
  ),
});

export function trafficCapRoutes(traffic: Pick<TrafficBillingService, 'setTrafficCap'>): Route[] {
  return [
    command({
      path: '/subscriptions/traffic-cap',
      access: 'billing.write',
      summary: 'Set the traffic cap of a subscription',
      description:
        'Sets the maximum amount that billed traffic of a calendar month can cost. The default and the minimum is the price of a month. At the cap, the network of the VPS is limited until the month ends or you raise the cap. A lower cap does not reduce the amount of traffic that was sent before. A cap has no effect if the plan throttles or traffic is unmetered.',
      status: 200,
      message: 'Traffic cap saved.',
      id: { aliases: ['subscription_id'], description: 'Identifier of the subscription.' },
      body: TrafficCapRequest,
      data: Subscription,
      errors: ['CONFLICT'],
      *handle({ caller, id, body }) {
        return viewSubscription(yield* traffic.setTrafficCap(caller.account.id, id, body.traffic_cap));
      },
    }),
  ];
}
