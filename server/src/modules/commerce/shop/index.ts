import type { Database } from '../../../kernel/db/database.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import type { Trade } from '../invoices/index.ts';
import { shopRoutes } from './panel-routes.ts';
import { createShopService } from './service.ts';

/** The public catalogue and price quotes. */
export function shopModule({ db, clock, trade }: { db: Database; clock: Clock; trade: Trade }): Module {
  const shop = createShopService({ clock, trade });
  return {
    name: 'shop',
    panelTags: { shop: 'What is sold, for whoever looks.' },
    panelRoutes: shopRoutes({ db, shop }),
  };
}
