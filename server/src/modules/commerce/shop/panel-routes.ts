import type { Database } from '@hostler/database';
import type { PanelCaller } from '#kernel/http/caller.ts';
import { custom, type Route } from '#kernel/http/route.ts';
import { Type } from '#kernel/type.ts';
import { OfferedPlan } from '../plans/index.ts';
import { Quote, QuoteRequest } from './schemas.ts';
import type { ShopService } from './service.ts';

/** Small, because the caller is not authenticated when the body is read. */
const MAX_BODY_BYTES = 4 * 1024;

export function shopRoutes({ db, shop }: { db: Database; shop: ShopService }): Route<PanelCaller>[] {
  return [
    custom({
      method: 'GET',
      path: '/shop/plans',
      access: 'public',
      operation: 'plans',
      summary: 'List public plans',
      description: 'Lists all plans that can be ordered.',
      data: Type.Array(OfferedPlan, { description: 'Plans that can be ordered.' }),
      async handle(_call, { inTurn }) {
        return inTurn(() => db.read(shop.listPlans()));
      },
    }),
    custom({
      method: 'POST',
      path: '/shop/quote',
      access: 'public',
      changesNothing: true,
      summary: 'Quote an order',
      description: 'Calculates the first invoice of an order, with tax. Nothing is ordered and no coupon is used up.',
      body: QuoteRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: Quote,
      errors: ['NOT_FOUND'],
      async handle({ body }, { inTurn }) {
        return inTurn(() => db.read(shop.quote(body)));
      },
    }),
  ];
}
