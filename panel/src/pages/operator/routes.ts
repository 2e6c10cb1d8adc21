import { auditRoutes } from './audit/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { staffRoutes } from './staff/routes.ts';
import { ticketRoutes } from './tickets/routes.ts';
import { todayRoutes } from './today/routes.ts';

/** Pages of the console. */
export const operatorPages = [
  ...todayRoutes,
  ...customerRoutes,
  ...auditRoutes,
  ...ticketRoutes,
  ...orderRoutes,
  ...staffRoutes,
] as const;
