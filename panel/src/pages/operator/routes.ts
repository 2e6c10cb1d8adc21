import { auditRoutes } from './audit/routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { staffRoutes } from './staff/routes.ts';

/** Pages of the console. */
export const operatorPages = [...orderRoutes, ...staffRoutes, ...auditRoutes] as const;
