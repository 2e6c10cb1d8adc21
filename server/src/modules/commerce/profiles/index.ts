import type { Database, Query } from '@hostler/database';
import type { VatDriver } from '#engines/vat/driver.ts';
import type { Logger } from '#kernel/log.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { TaxRates } from '../tax/index.ts';
import { profileCommands } from './commands.ts';
import { checkVatIds } from './jobs.ts';
import { migrations } from './migrations.ts';
import { createNewCustomers, type NewCustomers } from './new-customer.ts';
import { createProfileOperatorService, type ProfileOperatorService } from './operator-service.ts';
import { profilePanelRoutes } from './panel-routes.ts';
import { createProfileService, type ProfileService } from './service.ts';
import type { OnVatConfirmed } from './vat-check.ts';

export { type BillingProfileChange, CUSTOMER_KINDS } from './schemas.ts';
export { findProfile, findProfiles, fixCurrency, hasAddress, limitUsage, type Profile } from './service.ts';
export type { ProfileOperatorService, ProfileService };

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  rates: TaxRates;
  vat: VatDriver;
  /** Called in the transaction in which a VAT id became valid, with the time it was entered. */
  onVatConfirmed: OnVatConfirmed;
  /** A confirmed VAT id corrects invoices. That waits while billing is held. */
  isBillingHeld: () => Query<boolean>;
}

interface ProfilesModule extends Module {
  newCustomers: NewCustomers;
  profiles: ProfileService;
  operator: { profiles: ProfileOperatorService };
}

export function profilesModule({
  db,
  clock,
  log,
  rates,
  vat,
  onVatConfirmed: onConfirmed,
  isBillingHeld,
}: Dependencies): ProfilesModule {
  const profiles = createProfileService({ rates });
  const operator = createProfileOperatorService({ clock, profiles, onConfirmed });
  return {
    name: 'profiles',
    migrations,
    panelRoutes: profilePanelRoutes(profiles),
    recurring: [checkVatIds({ db, clock, log, driver: vat, onConfirmed, isBillingHeld })],
    commands: profileCommands({ db, profiles: operator }),
    profiles,
    newCustomers: createNewCustomers(profiles),
    operator: { profiles: operator },
  };
}
