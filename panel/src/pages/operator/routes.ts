import { abuseRoutes } from './abuse/routes.ts';
import { addressRoutes } from './addresses/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { billingRoutes } from './billing/routes.ts';
import { cancellationsRoutes } from './cancellations/routes.ts';
import { catalogRoutes } from './catalog/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { importRoutes } from './import/routes.ts';
import { nodeRoutes } from './nodes/routes.ts';
import { operationsRoutes } from './operations/routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { resourceRoutes } from './resources/routes.ts';
import { serverRoutes } from './servers/routes.ts';
import { settingRoutes } from './settings/routes.ts';
import { staffRoutes } from './staff/routes.ts';
import { subscriptionsRoutes } from './subscriptions/routes.ts';
import { ticketRoutes } from './tickets/routes.ts';
import { todayRoutes } from './today/routes.ts';
import { trafficRoutes } from './traffic/routes.ts';

/** Pages of the console. */
export const operatorPages = [
  ...subscriptionsRoutes,
  ...catalogRoutes,
  ...cancellationsRoutes,
  ...importRoutes,
  ...billingRoutes,
  ...todayRoutes,
  ...customerRoutes,
  ...operationsRoutes,
  ...auditRoutes,
  ...ticketRoutes,
  ...orderRoutes,
  ...staffRoutes,
  ...settingRoutes,
  ...serverRoutes,
  ...nodeRoutes,
  ...addressRoutes,
  ...trafficRoutes,
  ...resourceRoutes,
  ...abuseRoutes,
] as const;
