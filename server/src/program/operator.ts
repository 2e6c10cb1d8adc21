import type { FailureOperatorService } from '#failures/operator-service.ts';
import type { MailOperatorService } from '#kernel/mail/operator-service.ts';
import type { BillingOperatorService } from '#modules/commerce/billing/index.ts';
import type { CancellationOperatorService } from '#modules/commerce/cancellations/index.ts';
import type { CouponOperatorService } from '#modules/commerce/coupons/index.ts';
import type { ImportOperatorService } from '#modules/commerce/imports/index.ts';
import type {
  ChargeOperatorService,
  InvoiceOperatorService,
  SeriesOperatorService,
} from '#modules/commerce/invoices/index.ts';
import type { BlockOperatorService, OrderOperatorService } from '#modules/commerce/orders/index.ts';
import type {
  PaymentOperatorService,
  PayoutOperatorService,
  StatementOperatorService,
} from '#modules/commerce/payments/index.ts';
import type { PlanOperatorService } from '#modules/commerce/plans/index.ts';
import type { ProfileOperatorService } from '#modules/commerce/profiles/index.ts';
import type { RepricingOperatorService, SubscriptionOperatorService } from '#modules/commerce/subscriptions/index.ts';
import type {
  AccountOperatorService,
  LimitOperatorService,
  NoteOperatorService,
  TagOperatorService,
} from '#modules/identity/accounts/index.ts';
import type { SignUpOperatorService } from '#modules/identity/accounts/sign-up/index.ts';
import type { AuditOperatorService } from '#modules/identity/audit/index.ts';
import type { KeyOperatorService } from '#modules/identity/credentials/index.ts';
import type { OperatorKeyService } from '#modules/identity/credentials/operator-keys/index.ts';
import type { PeopleOperatorService, StaffOperatorService } from '#modules/identity/people/index.ts';
import type { FactorOperatorService, ResetOperatorService } from '#modules/identity/sign-in/index.ts';
import type { ActionOperatorService } from '#modules/platform/actions/index.ts';
import type { EventOperatorService } from '#modules/platform/events/index.ts';
import type { SettingOperatorService } from '#modules/platform/settings/index.ts';
import type { SetupLinkService, SetupOperatorService } from '#modules/platform/setup/index.ts';
import type { WebhookOperatorService } from '#modules/platform/webhooks/index.ts';
import type { ApplicationOperatorService } from '#modules/resources/applications/index.ts';
import type { BackupOperatorService } from '#modules/resources/backups/index.ts';
import type { DomainOperatorService } from '#modules/resources/domains/index.ts';
import type { EmailOperatorService, MailDomainOperatorService } from '#modules/resources/emails/index.ts';
import type { FirewallOperatorService } from '#modules/resources/firewalls/index.ts';
import type {
  AddressOperatorService,
  HostingOperatorService,
  ImageOperatorService,
  PoolOperatorService,
  ReadingOperatorService,
} from '#modules/resources/hosting/index.ts';
import type { CheckOperatorService, MonitoringOperatorService } from '#modules/resources/monitoring/index.ts';
import type {
  CannedReplyOperatorService,
  DeskOperatorService,
  TicketOperatorService,
} from '#modules/support/tickets/index.ts';
import type { SearchOperatorService } from '#search/operator-service.ts';

/** Services for staff actions, by resource; used inside the application, as by the demo and the tests. */
export interface Operator {
  readonly accounts: AccountOperatorService;
  readonly signUps: SignUpOperatorService;
  readonly limits: LimitOperatorService;
  readonly notes: NoteOperatorService;
  readonly tags: TagOperatorService;
  readonly people: PeopleOperatorService;
  readonly staff: StaffOperatorService;
  readonly operatorKeys: OperatorKeyService;
  readonly resets: ResetOperatorService;
  readonly factors: FactorOperatorService;
  readonly keys: KeyOperatorService;
  readonly audit: AuditOperatorService;
  readonly settings: SettingOperatorService;
  readonly setup: SetupOperatorService;
  readonly setupLink: SetupLinkService;
  readonly events: EventOperatorService;
  readonly webhooks: WebhookOperatorService;
  readonly tickets: TicketOperatorService;
  readonly desk: DeskOperatorService;
  readonly cannedReplies: CannedReplyOperatorService;
  readonly readings: ReadingOperatorService;
  readonly hosting: HostingOperatorService;
  readonly search: SearchOperatorService;
  readonly failures: FailureOperatorService;
  readonly mails: MailOperatorService;
  readonly actions: ActionOperatorService;
  readonly addresses: AddressOperatorService;
  readonly pools: PoolOperatorService;
  readonly images: ImageOperatorService;
  readonly firewalls: FirewallOperatorService;
  readonly domains: DomainOperatorService;
  readonly emails: EmailOperatorService;
  readonly mailDomains: MailDomainOperatorService;
  readonly backups: BackupOperatorService;
  readonly monitoring: MonitoringOperatorService;
  readonly applications: ApplicationOperatorService;
  readonly checks: CheckOperatorService;
  readonly cancellations: CancellationOperatorService;
  readonly coupons: CouponOperatorService;
  readonly plans: PlanOperatorService;
  readonly profiles: ProfileOperatorService;
  readonly subscriptions: SubscriptionOperatorService;
  readonly orders: OrderOperatorService;
  readonly blocks: BlockOperatorService;
  readonly imports: ImportOperatorService;
  readonly repricing: RepricingOperatorService;
  readonly invoices: InvoiceOperatorService;
  readonly series: SeriesOperatorService;
  readonly charges: ChargeOperatorService;
  readonly payments: PaymentOperatorService;
  readonly payouts: PayoutOperatorService;
  readonly statements: StatementOperatorService;
  readonly billing: BillingOperatorService;
}
