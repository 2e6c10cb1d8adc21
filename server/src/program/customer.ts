import type { Query } from '@hostler/database';
import type { DunningService } from '#modules/commerce/billing/index.ts';
import type { InvoiceService } from '#modules/commerce/invoices/index.ts';
import type { CustomerPayments } from '#modules/commerce/payments/index.ts';
import type { Plan } from '#modules/commerce/plans/index.ts';
import type { ProfileService } from '#modules/commerce/profiles/index.ts';
import type { CustomerSubscriptions } from '#modules/commerce/subscriptions/index.ts';
import type { ApplicationService } from '#modules/resources/applications/index.ts';
import type { BackupService, ScheduleService } from '#modules/resources/backups/index.ts';
import type { DatabaseService } from '#modules/resources/databases/index.ts';
import type { DomainService } from '#modules/resources/domains/index.ts';
import type { EmailService } from '#modules/resources/emails/index.ts';
import type { FirewallService } from '#modules/resources/firewalls/index.ts';
import type { ServerProperties, SnapshotService } from '#modules/resources/hosting/index.ts';
import type { AlertService, CheckService, RuleService } from '#modules/resources/monitoring/index.ts';
import type { TicketService } from '#modules/support/tickets/index.ts';

/** Services for actions in an account at any time, by resource; used inside the application, as by the demo. */
export interface Customer {
  readonly plans: { find(idOrName: string): Query<Plan | undefined> };
  readonly profiles: ProfileService;
  readonly subscriptions: CustomerSubscriptions;
  readonly payments: CustomerPayments;
  readonly invoices: InvoiceService;
  readonly dunning: DunningService;
  readonly tickets: TicketService;
  readonly hosting: ServerProperties;
  readonly snapshots: SnapshotService;
  readonly firewalls: FirewallService;
  readonly domains: DomainService;
  readonly databases: DatabaseService;
  readonly emails: EmailService;
  readonly backups: BackupService;
  readonly schedules: ScheduleService;
  readonly alerts: AlertService;
  readonly rules: RuleService;
  readonly applications: ApplicationService;
  readonly checks: CheckService;
}
