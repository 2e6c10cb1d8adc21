import { accountRoutes } from './account/routes.ts';
import { applicationRoutes } from './applications/routes.ts';
import { backupRoutes } from './backups/routes.ts';
import { billingRoutes } from './billing/routes.ts';
import { databaseRoutes } from './databases/routes.ts';
import { developerRoutes } from './developers/routes.ts';
import { domainRoutes } from './domains/routes.ts';
import { emailRoutes } from './emails/routes.ts';
import { firewallRoutes } from './firewalls/routes.ts';
import { monitoringRoutes } from './monitoring/routes.ts';
import { orderPlacedRoutes, orderRoutes } from './order/routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { serverRoutes } from './servers/routes.ts';
import { ticketRoutes } from './tickets/routes.ts';

/** Pages that require a session. */
export const customerRoutes = [
  ...overviewRoutes,
  ...serverRoutes,
  ...firewallRoutes,
  ...applicationRoutes,
  ...domainRoutes,
  ...databaseRoutes,
  ...emailRoutes,
  ...backupRoutes,
  ...monitoringRoutes,
  ...ticketRoutes,
  ...billingRoutes,
  ...orderPlacedRoutes,
  ...developerRoutes,
  ...accountRoutes,
] as const;

/** Pages for customers and for visitors without a session. */
export const shopRoutes = orderRoutes;
