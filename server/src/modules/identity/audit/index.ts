import type { Database } from '@hostler/database';
import type { Module } from '#program/module.ts';
import type { BrandSettings } from '#settings/brand.ts';
import { auditCommands } from './commands.ts';
import { forgetSurplus } from './jobs.ts';
import { type AuditOperatorService, createAuditOperatorService } from './operator-service.ts';
import { auditRoutes } from './panel-routes.ts';
import { auditRetention } from './retention.ts';

export type { AuditOperatorService };

interface Dependencies {
  db: Database;
  brand: Pick<BrandSettings, 'productName'>;
}

interface AuditModule extends Module {
  operator: { audit: AuditOperatorService };
}

export function auditModule({ db, brand }: Dependencies): AuditModule {
  const audit = createAuditOperatorService();
  return {
    name: 'audit',
    panelRoutes: auditRoutes({ brand }),
    panelTags: { audit: 'Audit log of the account.' },
    recurring: [forgetSurplus({ db })],
    forgets: [auditRetention],
    commands: auditCommands({ db, audit }),
    operator: { audit },
  };
}
