import { auditRoutes } from './audit/routes.ts';
import { staffRoutes } from './staff/routes.ts';

/** Pages of the console. */
export const operatorPages = [...staffRoutes, ...auditRoutes] as const;
