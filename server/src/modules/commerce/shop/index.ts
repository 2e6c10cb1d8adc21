import type { Database } from '@hostler/database';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { Trade } from '../invoices/index.ts';
import { shopRoutes } from './panel-routes.ts';
import { createShopService } from './service.ts';

/** The public catalogue and price quotes. */
export function shopModule({ db, clock, trade }: { db: Database; clock: Clock; trade: Trade }): Module {
  const shop = createShopService({ clock, trade });
  return {
    name: 'shop',
    panelTags: { shop: 'Public list of plans and price quotes.' },
    panelRoutes: shopRoutes({ db, shop }),
  };
}
