// Generated from the OpenAPI document. Do not change it by hand: npm run sdk
import type { HostlerEvent } from '../events.ts';
import type { CallOptions, Feed, Input, Pages, Transport } from '../transport.ts';
import type {
  Action,
  ActionsListInput,
  ActionsShowInput,
  Application,
  ApplicationDetails,
  ApplicationsCatalogListInput,
  ApplicationsCreateInput,
  ApplicationsListInput,
  ApplicationsRemoveInput,
  ApplicationsShowInput,
  ApplicationWithAction,
  ApplicationWithCredentials,
  AuthRefreshInput,
  AuthTokenInput,
  Backup,
  BackupSchedule,
  BackupsCreateInput,
  BackupsListInput,
  BackupsRemoveInput,
  BackupsRestoreInput,
  BackupsSchedulesCreateInput,
  BackupsSchedulesListInput,
  BackupsSchedulesRemoveInput,
  BackupsSchedulesShowInput,
  BackupsSchedulesUpdateInput,
  BackupsShowInput,
  BackupWithAction,
  Balance,
  BillingInvoicesListInput,
  BillingInvoicesPdfInput,
  BillingInvoicesShowInput,
  BillingPaymentsListInput,
  CatalogEntry,
  ChangePreview,
  Database,
  DatabasesCreateInput,
  DatabasesListInput,
  DatabasesRemoveInput,
  DatabasesResetPasswordInput,
  DatabaseWithNewPassword,
  DatabaseWithPassword,
  Domain,
  DomainRecords,
  DomainRecordsWithAction,
  DomainsCreateInput,
  DomainsListInput,
  DomainsRecordsReplaceInput,
  DomainsRecordsShowInput,
  DomainsRemoveInput,
  DomainsShowInput,
  EmailsCreateInput,
  EmailsDomainsListInput,
  EmailsDomainsMergeSpfInput,
  EmailsDomainsVerifyInput,
  EmailsListInput,
  EmailsPasswordInput,
  EmailsRemoveInput,
  EmailsShowInput,
  EmailsUpdateInput,
  EventsListInput,
  Hosting,
  HostingAccessInput,
  HostingListInput,
  HostingMetrics,
  HostingMetricsInput,
  HostingRestartInput,
  HostingShowInput,
  HostingSshKeys,
  HostingSshKeysInput,
  HostingStartInput,
  HostingStopInput,
  HostingWithAction,
  Invoice,
  InvoiceFile,
  Mailbox,
  MailboxWithPassword,
  MailDomain,
  Me,
  MonitoringAlert,
  MonitoringAlertsListInput,
  MonitoringAlertsShowInput,
  MonitoringCheck,
  MonitoringCheckHistory,
  MonitoringChecksHistoryInput,
  MonitoringChecksListInput,
  MonitoringChecksShowInput,
  MonitoringRule,
  MonitoringRulesListInput,
  MonitoringRulesShowInput,
  OfferedPlan,
  OrderedSubscription,
  Payment,
  Subscription,
  SubscriptionsCancelInput,
  SubscriptionsChangeInput,
  SubscriptionsCreateInput,
  SubscriptionsInvoicesListInput,
  SubscriptionsListInput,
  SubscriptionsPlansListInput,
  SubscriptionsPreviewInput,
  SubscriptionsResumeInput,
  SubscriptionsShowInput,
  Ticket,
  TicketReply,
  TicketsCloseInput,
  TicketsCreateInput,
  TicketsListInput,
  TicketsReplyInput,
  TicketsShowInput,
  TicketWithMessages,
  TokenPair,
  Webhook,
  WebhookDelivery,
  WebhookRedelivery,
  WebhooksCreateInput,
  WebhooksDeliveriesListInput,
  WebhooksListInput,
  WebhooksRedeliverInput,
  WebhooksRemoveInput,
  WebhooksRotateSecretInput,
  WebhooksShowInput,
  WebhooksTestInput,
  WebhooksUpdateInput,
  WebhookTest,
  WebhookWithSecret,
} from './types.gen.ts';

export class AuthApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Get a token pair for an API key
   *
   * The access token lives one hour, the refresh token 30 days. Of one key the newest 1,000 pairs, with what was refreshed from them, are good.
   *
   * Needs no credentials in a header.
   */
  token(input: Input<AuthTokenInput>, options?: CallOptions): Promise<TokenPair> {
    return this.#transport.send('/api/v1/auth/token', input, options);
  }

  /**
   * Get the next token pair
   *
   * The refresh token is used up. Using an old one ends all tokens that came from it.
   *
   * Needs no credentials in a header.
   */
  refresh(input: Input<AuthRefreshInput>, options?: CallOptions): Promise<TokenPair> {
    return this.#transport.send('/api/v1/auth/refresh', input, options);
  }

  /**
   * Who am I
   *
   * The account, key, environment and scopes behind the credentials, and how many of what the account may have and has.
   *
   * Any valid credentials will do.
   */
  me(options?: CallOptions): Promise<Me> {
    return this.#transport.get('/api/v1/auth/me', undefined, options);
  }
}

export class HostingApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List VPS servers
   *
   * The search looks at the host name and the label. Terminated servers stay in the list.
   *
   * Scope: `hosting.read`.
   */
  list(input?: Input<HostingListInput>, options?: CallOptions): Pages<Hosting> {
    return this.#transport.pages('/api/v1/hosting', input, options);
  }

  /**
   * Show a VPS
   *
   * As the list shows it.
   *
   * Scope: `hosting.read`.
   */
  show(input: Input<HostingShowInput>, options?: CallOptions): Promise<Hosting> {
    return this.#transport.get('/api/v1/hosting/show', input, options);
  }

  /**
   * Restart a VPS
   *
   * It is `restarting` from the answer on. Emits `hosting.restarted` when it runs again.
   *
   * Scope: `hosting.write`.
   */
  restart(input: Input<HostingRestartInput>, options?: CallOptions): Promise<HostingWithAction> {
    return this.#transport.write('/api/v1/hosting/restart', input, options);
  }

  /**
   * Start a VPS
   *
   * One that is stopped, or in error. A suspended one cannot be started by its owner.
   *
   * Scope: `hosting.write`.
   */
  start(input: Input<HostingStartInput>, options?: CallOptions): Promise<HostingWithAction> {
    return this.#transport.write('/api/v1/hosting/start', input, options);
  }

  /**
   * Stop a VPS
   *
   * One that is running. It stays stopped until it is started.
   *
   * Scope: `hosting.write`.
   */
  stop(input: Input<HostingStopInput>, options?: CallOptions): Promise<HostingWithAction> {
    return this.#transport.write('/api/v1/hosting/stop', input, options);
  }

  /**
   * Show the SSH keys of a VPS
   *
   * The public keys that may log in as root, as they were last given to it: by `/hosting/access`, or when it was made.
   *
   * Scope: `hosting.read`.
   */
  sshKeys(input: Input<HostingSshKeysInput>, options?: CallOptions): Promise<HostingSshKeys> {
    return this.#transport.get('/api/v1/hosting/ssh-keys', input, options);
  }

  /**
   * Replace the SSH keys of a VPS
   *
   * Makes these the only public keys that may log in as root; an empty list locks the door. For a VPS that is running or stopped and has no other work under way.
   *
   * Scope: `hosting.write`.
   */
  access(input: Input<HostingAccessInput>, options?: CallOptions): Promise<HostingWithAction> {
    return this.#transport.write('/api/v1/hosting/access', input, options);
  }

  /**
   * Metrics of a VPS
   *
   * Each value is the mean of the step that begins at its time. Readings are kept for 90 days: all of them for a day, one every 5 minutes for a week, then one an hour.
   *
   * Scope: `hosting.read` or `monitoring.read`.
   */
  metrics(input: Input<HostingMetricsInput>, options?: CallOptions): Promise<HostingMetrics> {
    return this.#transport.get('/api/v1/hosting/metrics', input, options);
  }
}

export class DomainsRecordsApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Show the records of a domain
   *
   * What its zone holds beside SOA and name servers: the addresses of the VPS it leads to (`managed`), at the domain itself and its `www`, those of its mail (`managed` too), and the domain's own records.
   *
   * Scope: `domains.read`.
   */
  show(input: Input<DomainsRecordsShowInput>, options?: CallOptions): Promise<DomainRecords> {
    return this.#transport.get('/api/v1/domains/records', input, options);
  }

  /**
   * Replace the records of a domain
   *
   * All own records at once (action `domain.update`); an empty list takes them away. Own A, AAAA and CNAME records of a name replace the addresses of the VPS there. A record with the address of a VPS of the account goes when the VPS gives the address up. Every record that is not right is named: `records[3].content`.
   *
   * Scope: `domains.write`.
   */
  replace(input: Input<DomainsRecordsReplaceInput>, options?: CallOptions): Promise<DomainRecordsWithAction> {
    return this.#transport.write('/api/v1/domains/records', input, options);
  }
}

export class DomainsApi {
  readonly records: DomainsRecordsApi;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.records = new DomainsRecordsApi(transport);
    this.#transport = transport;
  }

  /**
   * List domains
   *
   * The search looks at the name, in punycode and as it is written.
   *
   * Scope: `domains.read`.
   */
  list(input?: Input<DomainsListInput>, options?: CallOptions): Pages<Domain> {
    return this.#transport.pages('/api/v1/domains', input, options);
  }

  /**
   * Add a domain
   *
   * Its zone is made on our name servers (action `domain.create`). A name that any account has, or that lies above or below the domain of another account, is refused. Where owners must prove to be that, the domain is pending until the TXT record of its `verification` is found, for up to seven days; several accounts may try, and the first one has it. Emits `domain.added` when it is accepted.
   *
   * Scope: `domains.write`.
   */
  create(input: Input<DomainsCreateInput>, options?: CallOptions): Promise<Domain> {
    return this.#transport.write('/api/v1/domains', input, options);
  }

  /**
   * Show a domain
   *
   * With the name servers to enter at the registrar.
   *
   * Scope: `domains.read`.
   */
  show(input: Input<DomainsShowInput>, options?: CallOptions): Promise<Domain> {
    return this.#transport.get('/api/v1/domains/show', input, options);
  }

  /**
   * Remove a domain
   *
   * The domain is gone and its name free at once; the zone is taken away behind it (action `domain.remove`), and so are its mailboxes with their mail. Answers the domain as it last was: `mailboxes` says how many went with it.
   *
   * Scope: `domains.write`.
   */
  remove(input: Input<DomainsRemoveInput>, options?: CallOptions): Promise<Domain> {
    return this.#transport.write('/api/v1/domains/remove', input, options);
  }
}

export class EmailsDomainsApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List domains with mail
   *
   * With the record that proves them to be yours, the records that mail needs and whether the DNS has them, and what to enter into a mail program. The search looks at the name.
   *
   * Scope: `emails.read`.
   */
  list(input?: Input<EmailsDomainsListInput>, options?: CallOptions): Pages<MailDomain> {
    return this.#transport.pages('/api/v1/emails/domains', input, options);
  }

  /**
   * Look for the proof and the records of a domain now
   *
   * Asks the DNS, at most once in ten seconds for each domain. A domain of the account without mail gets it by this, so that it can be set up before there is a mailbox. It is proved by its TXT record, or by our name servers answering for it in the DNS; looked at once a day from then on.
   *
   * Scope: `emails.write`.
   */
  verify(input: Input<EmailsDomainsVerifyInput>, options?: CallOptions): Promise<MailDomain> {
    return this.#transport.write('/api/v1/emails/domains/verify', input, options);
  }

  /**
   * Add our mail server to your own SPF record
   *
   * In the zone on our name servers, to the record that is there (action `domain.update`); all else in it stays. It is never done unasked. Where you have none of your own, ours is in the zone already and nothing changes.
   *
   * Scope: `emails.write`.
   */
  mergeSpf(input: Input<EmailsDomainsMergeSpfInput>, options?: CallOptions): Promise<MailDomain> {
    return this.#transport.write('/api/v1/emails/domains/merge-spf', input, options);
  }
}

export class EmailsApi {
  readonly domains: EmailsDomainsApi;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.domains = new EmailsDomainsApi(transport);
    this.#transport = transport;
  }

  /**
   * List mailboxes
   *
   * The search looks at the address.
   *
   * Scope: `emails.read`.
   */
  list(input?: Input<EmailsListInput>, options?: CallOptions): Pages<Mailbox> {
    return this.#transport.pages('/api/v1/emails', input, options);
  }

  /**
   * Create a mailbox
   *
   * On a domain of the account. Where no password is given one is made. It is in this answer and nowhere else. The mail server follows within seconds, and takes mail for the domain once it is proved to be yours: see `/emails/domains`. An address that is a mailbox or an alias already is refused.
   *
   * Scope: `emails.write`.
   */
  create(input: Input<EmailsCreateInput>, options?: CallOptions): Promise<MailboxWithPassword> {
    return this.#transport.write('/api/v1/emails', input, options);
  }

  /**
   * Show a mailbox
   *
   * Scope: `emails.read`.
   */
  show(input: Input<EmailsShowInput>, options?: CallOptions): Promise<Mailbox> {
    return this.#transport.get('/api/v1/emails/show', input, options);
  }

  /**
   * Change a mailbox
   *
   * What is left out stays as it is; `aliases` and `forward_to` are replaced as a whole. A suspended mailbox lets nobody sign in or send; what comes in is kept. What staff suspended, staff alone resume.
   *
   * Scope: `emails.write`.
   */
  update(input: Input<EmailsUpdateInput>, options?: CallOptions): Promise<Mailbox> {
    return this.#transport.write('/api/v1/emails/update', input, options);
  }

  /**
   * Give a mailbox a new password
   *
   * Where none is given one is made. It is in this answer and nowhere else. The mail server follows within seconds; the old one ends then.
   *
   * Scope: `emails.write`.
   */
  password(input: Input<EmailsPasswordInput>, options?: CallOptions): Promise<MailboxWithPassword> {
    return this.#transport.write('/api/v1/emails/password', input, options);
  }

  /**
   * Remove a mailbox
   *
   * With its aliases and all of its mail, for good. The addresses are free at once. Answers the mailbox as it last was.
   *
   * Scope: `emails.write`.
   */
  remove(input: Input<EmailsRemoveInput>, options?: CallOptions): Promise<Mailbox> {
    return this.#transport.write('/api/v1/emails/remove', input, options);
  }
}

export class DatabasesApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List databases
   *
   * The search looks at the name.
   *
   * Scope: `databases.read`.
   */
  list(input?: Input<DatabasesListInput>, options?: CallOptions): Pages<Database> {
    return this.#transport.pages('/api/v1/databases', input, options);
  }

  /**
   * Create a database
   *
   * With a user of its own, whose password is in this answer and nowhere else. It can be used once the database is `active` (action `database.create`).
   *
   * Scope: `databases.write`.
   */
  create(input: Input<DatabasesCreateInput>, options?: CallOptions): Promise<DatabaseWithPassword> {
    return this.#transport.write('/api/v1/databases', input, options);
  }

  /**
   * Give a database a new password
   *
   * For its user; it is in this answer and nowhere else, and works once the action `database.reset-password` has ended. The old one ends then; sessions that are open stay. Only for a database that is `active`.
   *
   * Scope: `databases.write`.
   */
  resetPassword(input: Input<DatabasesResetPasswordInput>, options?: CallOptions): Promise<DatabaseWithNewPassword> {
    return this.#transport.write('/api/v1/databases/reset-password', input, options);
  }

  /**
   * Remove a database
   *
   * The database is gone and its name free at once; its content and its user are taken away behind it (action `database.remove`). Answers the database as it last was. One that is being restored cannot be removed.
   *
   * Scope: `databases.write`.
   */
  remove(input: Input<DatabasesRemoveInput>, options?: CallOptions): Promise<Database> {
    return this.#transport.write('/api/v1/databases/remove', input, options);
  }
}

export class BackupsSchedulesApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List backup schedules
   *
   * The search looks at the host name of the VPS or the name of the database.
   *
   * Scope: `backups.read`.
   */
  list(input?: Input<BackupsSchedulesListInput>, options?: CallOptions): Pages<BackupSchedule> {
    return this.#transport.pages('/api/v1/backups/schedules', input, options);
  }

  /**
   * Schedule backups of a VPS or a database
   *
   * A backup of type `scheduled` is made every day or every week from now on. When one is complete and read back, the oldest scheduled ones of the resource beyond `keep` are removed; manual backups never are. A VPS or a database that cannot be copied at that time is tried again every half hour, a backup that failed after 1, 2 and 4 hours; times that were missed are made up for once. A resource has one schedule at most, which ends with it.
   *
   * Scope: `backups.write`.
   */
  create(input?: Input<BackupsSchedulesCreateInput>, options?: CallOptions): Promise<BackupSchedule> {
    return this.#transport.write('/api/v1/backups/schedules', input, options);
  }

  /**
   * Show a backup schedule
   *
   * Scope: `backups.read`.
   */
  show(input: Input<BackupsSchedulesShowInput>, options?: CallOptions): Promise<BackupSchedule> {
    return this.#transport.get('/api/v1/backups/schedules/show', input, options);
  }

  /**
   * Change a backup schedule
   *
   * What is absent stays as it is. A smaller `keep` takes effect with the next backup. Set to active again, it goes on with its next time.
   *
   * Scope: `backups.write`.
   */
  update(input: Input<BackupsSchedulesUpdateInput>, options?: CallOptions): Promise<BackupSchedule> {
    return this.#transport.write('/api/v1/backups/schedules/update', input, options);
  }

  /**
   * Remove a backup schedule
   *
   * The backups it made stay, and none of them expires any more. Answers the schedule as it last was.
   *
   * Scope: `backups.write`.
   */
  remove(input: Input<BackupsSchedulesRemoveInput>, options?: CallOptions): Promise<BackupSchedule> {
    return this.#transport.write('/api/v1/backups/schedules/remove', input, options);
  }
}

export class BackupsApi {
  readonly schedules: BackupsSchedulesApi;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.schedules = new BackupsSchedulesApi(transport);
    this.#transport = transport;
  }

  /**
   * List backups
   *
   * The search looks at the name.
   *
   * Scope: `backups.read`.
   */
  list(input?: Input<BackupsListInput>, options?: CallOptions): Pages<Backup> {
    return this.#transport.pages('/api/v1/backups', input, options);
  }

  /**
   * Back up a VPS or a database
   *
   * Queues the copy (action `backup.create`), which is written, read back, compared and looked through by its engine before it counts as completed. Emits `backup.created` then. What is being made, restored, suspended or terminated cannot be copied.
   *
   * Scope: `backups.write`.
   */
  create(input?: Input<BackupsCreateInput>, options?: CallOptions): Promise<BackupWithAction> {
    return this.#transport.write('/api/v1/backups', input, options);
  }

  /**
   * Show a backup
   *
   * Scope: `backups.read`.
   */
  show(input: Input<BackupsShowInput>, options?: CallOptions): Promise<Backup> {
    return this.#transport.get('/api/v1/backups/show', input, options);
  }

  /**
   * Restore a backup
   *
   * Queues the work (action `backup.restore`) that makes the resource what it was when it was copied. The file is checked first; a damaged one changes nothing. A VPS that ran, or whose machine was lost, runs afterwards. Only a completed backup can be restored, and one restore of a resource at a time.
   *
   * Scope: `backups.write`.
   */
  restore(input: Input<BackupsRestoreInput>, options?: CallOptions): Promise<BackupWithAction> {
    return this.#transport.write('/api/v1/backups/restore', input, options);
  }

  /**
   * Remove a backup
   *
   * The backup is gone at once, and its file is taken away behind it (action `backup.remove`). One that is being made or restored cannot be removed. Answers the backup as it last was.
   *
   * Scope: `backups.write`.
   */
  remove(input: Input<BackupsRemoveInput>, options?: CallOptions): Promise<Backup> {
    return this.#transport.write('/api/v1/backups/remove', input, options);
  }
}

export class ApplicationsCatalogApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List what can be installed
   *
   * The recipes of this service, by name; `sort=asc` begins at the end. The search looks at the slug, the name, the summary and the categories. With `hosting_id`, only what fits that VPS.
   *
   * Scope: `applications.read`.
   */
  list(input?: Input<ApplicationsCatalogListInput>, options?: CallOptions): Pages<CatalogEntry> {
    return this.#transport.pages('/api/v1/applications/catalog', input, options);
  }
}

export class ApplicationsApi {
  readonly catalog: ApplicationsCatalogApi;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.catalog = new ApplicationsCatalogApi(transport);
    this.#transport = transport;
  }

  /**
   * List applications
   *
   * What is installed, or being installed, on your servers. The search looks at the name and the slug.
   *
   * Scope: `applications.read`.
   */
  list(input?: Input<ApplicationsListInput>, options?: CallOptions): Pages<Application> {
    return this.#transport.pages('/api/v1/applications', input, options);
  }

  /**
   * Install an application
   *
   * Queues the work (action `application.install`) that runs the steps of a recipe inside a VPS, one after the other, and then its health check; emits `application.installed` when that passed. Secrets, those that were generated among them, are in this answer and nowhere else. A step that fails ends the installation: what was begun is removed, and the record says why. One installation or removal on a VPS at a time; it survives a restart of the VPS, and fails when the VPS is stopped, suspended or restored meanwhile.
   *
   * Scope: `applications.write`.
   */
  create(input: Input<ApplicationsCreateInput>, options?: CallOptions): Promise<ApplicationWithCredentials> {
    return this.#transport.write('/api/v1/applications', input, options);
  }

  /**
   * Show an application
   *
   * With its parameters and every step of its installation, which can be watched here.
   *
   * Scope: `applications.read`.
   */
  show(input: Input<ApplicationsShowInput>, options?: CallOptions): Promise<ApplicationDetails> {
    return this.#transport.get('/api/v1/applications/show', input, options);
  }

  /**
   * Remove an application
   *
   * Queues the work (action `application.remove`) that runs the recipe's removal steps, its data included. The record is gone when that has ended well; otherwise it is `failed` and says why. The VPS must be running.
   *
   * Scope: `applications.write`.
   */
  remove(input: Input<ApplicationsRemoveInput>, options?: CallOptions): Promise<ApplicationWithAction> {
    return this.#transport.write('/api/v1/applications/remove', input, options);
  }
}

export class MonitoringAlertsApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List alerts
   *
   * Those that fire and those that have resolved; `status` is the state. Resolved ones are kept for 90 days, and no more than 10,000 of an account. The search looks at the message. At most one of the filters by id may be given.
   *
   * Scope: `monitoring.read`.
   */
  list(input?: Input<MonitoringAlertsListInput>, options?: CallOptions): Pages<MonitoringAlert> {
    return this.#transport.pages('/api/v1/monitoring/alerts', input, options);
  }

  /**
   * Show an alert
   *
   * Scope: `monitoring.read`.
   */
  show(input: Input<MonitoringAlertsShowInput>, options?: CallOptions): Promise<MonitoringAlert> {
    return this.#transport.get('/api/v1/monitoring/alerts/show', input, options);
  }
}

export class MonitoringRulesApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List monitoring rules
   *
   * Every VPS has four from the start: cpu 90 % for 15 minutes, memory 95 % for 15, disk 90 % for 5, down for 3. They are changed in the panel. The search looks at the host name and the metric.
   *
   * Scope: `monitoring.read`.
   */
  list(input?: Input<MonitoringRulesListInput>, options?: CallOptions): Pages<MonitoringRule> {
    return this.#transport.pages('/api/v1/monitoring/rules', input, options);
  }

  /**
   * Show a monitoring rule
   *
   * Scope: `monitoring.read`.
   */
  show(input: Input<MonitoringRulesShowInput>, options?: CallOptions): Promise<MonitoringRule> {
    return this.#transport.get('/api/v1/monitoring/rules/show', input, options);
  }
}

export class MonitoringChecksApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List checks
   *
   * Pages and ports that are looked at from outside, each with the bars of a day. They are changed in the panel. The search looks at name and target.
   *
   * Scope: `monitoring.read` or `hosting.write`.
   */
  list(input?: Input<MonitoringChecksListInput>, options?: CallOptions): Pages<MonitoringCheck> {
    return this.#transport.pages('/api/v1/monitoring/checks', input, options);
  }

  /**
   * Show a check
   *
   * Scope: `monitoring.read` or `hosting.write`.
   */
  show(input: Input<MonitoringChecksShowInput>, options?: CallOptions): Promise<MonitoringCheck> {
    return this.#transport.get('/api/v1/monitoring/checks/show', input, options);
  }

  /**
   * History of a check
   *
   * Each value is the mean of the step that begins at its time. Results are kept for 90 days: all of them for a day, one every 5 minutes for a week, then one an hour; each that is kept stands for those before it that are not.
   *
   * Scope: `monitoring.read` or `hosting.write`.
   */
  history(input: Input<MonitoringChecksHistoryInput>, options?: CallOptions): Promise<MonitoringCheckHistory> {
    return this.#transport.get('/api/v1/monitoring/checks/history', input, options);
  }
}

export class MonitoringApi {
  readonly alerts: MonitoringAlertsApi;
  readonly rules: MonitoringRulesApi;
  readonly checks: MonitoringChecksApi;

  constructor(transport: Transport) {
    this.alerts = new MonitoringAlertsApi(transport);
    this.rules = new MonitoringRulesApi(transport);
    this.checks = new MonitoringChecksApi(transport);
  }
}

export class SubscriptionsPlansApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List what can be ordered
   *
   * The plans of this service that are public. The search looks at the name.
   *
   * Scope: `billing.read`.
   */
  list(input?: Input<SubscriptionsPlansListInput>, options?: CallOptions): Pages<OfferedPlan> {
    return this.#transport.pages('/api/v1/subscriptions/plans', input, options);
  }
}

export class SubscriptionsInvoicesApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the invoices of a subscription
   *
   * The search looks at the number.
   *
   * Scope: `billing.read`.
   */
  list(input: Input<SubscriptionsInvoicesListInput>, options?: CallOptions): Pages<Invoice> {
    return this.#transport.pages('/api/v1/subscriptions/invoices', input, options);
  }
}

export class SubscriptionsApi {
  readonly plans: SubscriptionsPlansApi;
  readonly invoices: SubscriptionsInvoicesApi;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.plans = new SubscriptionsPlansApi(transport);
    this.invoices = new SubscriptionsInvoicesApi(transport);
    this.#transport = transport;
  }

  /**
   * List subscriptions
   *
   * The search looks at the name of the product.
   *
   * Scope: `billing.read`.
   */
  list(input?: Input<SubscriptionsListInput>, options?: CallOptions): Pages<Subscription> {
    return this.#transport.pages('/api/v1/subscriptions', input, options);
  }

  /**
   * Order a server
   *
   * The subscription is `pending` until its first invoice is paid; then the VPS is made. Credit pays it at once; ordered with a key or its token, the account’s default payment method is charged at once, while people choose in the panel. An order that nobody pays is cancelled after 7 days, with its invoice. The first order decides the currency of the account. If the account has no complete billing address, the answer is 409. Hourly plans require a saved payment method, a trusted account, or credit for 7 days of all hourly subscriptions.
   *
   * Scope: `billing.write`.
   */
  create(input: Input<SubscriptionsCreateInput>, options?: CallOptions): Promise<OrderedSubscription> {
    return this.#transport.write('/api/v1/subscriptions', input, options);
  }

  /**
   * Show a subscription
   *
   * As the list shows it.
   *
   * Scope: `billing.read`.
   */
  show(input: Input<SubscriptionsShowInput>, options?: CallOptions): Promise<Subscription> {
    return this.#transport.get('/api/v1/subscriptions/show', input, options);
  }

  /**
   * Cancel a subscription
   *
   * At the end of the period that is paid for; or at once, which also suspends its VPS and emits `subscription.cancelled`. The invoice of a period that has not begun is taken back where it is not paid. An order that waits for its payment is cancelled at once, with its invoice.
   *
   * Scope: `billing.write`.
   */
  cancel(input: Input<SubscriptionsCancelInput>, options?: CallOptions): Promise<Subscription> {
    return this.#transport.write('/api/v1/subscriptions/cancel', input, options);
  }

  /**
   * Take a cancellation back
   *
   * As long as it has not happened: the subscription goes on, and is billed on, as if nothing had been said.
   *
   * Scope: `billing.write`.
   */
  resume(input: Input<SubscriptionsResumeInput>, options?: CallOptions): Promise<Subscription> {
    return this.#transport.write('/api/v1/subscriptions/resume', input, options);
  }

  /**
   * Preview a change of plan
   *
   * What it would cost and when it would happen; nothing is changed. A plan that costs as much or more: now, and the rest of the period is charged by the second. One that costs less, or another period: with the next period. Never one with a smaller disk.
   *
   * Scope: `billing.write`.
   */
  preview(input: Input<SubscriptionsPreviewInput>, options?: CallOptions): Promise<ChangePreview> {
    return this.#transport.send('/api/v1/subscriptions/preview', input, options);
  }

  /**
   * Change the plan
   *
   * As previewed: `expected_amount` is what the preview said, and holds for ten minutes; where it would cost something else, the answer is 409 and nothing is changed. The server is given its new size at once, or with the next period.
   *
   * Scope: `billing.write`.
   */
  change(input: Input<SubscriptionsChangeInput>, options?: CallOptions): Promise<OrderedSubscription> {
    return this.#transport.write('/api/v1/subscriptions/change', input, options);
  }
}

export class BillingInvoicesApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List invoices
   *
   * Those of all subscriptions. The search looks at the number.
   *
   * Scope: `billing.read`.
   */
  list(input?: Input<BillingInvoicesListInput>, options?: CallOptions): Pages<Invoice> {
    return this.#transport.pages('/api/v1/billing/invoices', input, options);
  }

  /**
   * Show an invoice
   *
   * As the list shows it.
   *
   * Scope: `billing.read`.
   */
  show(input: Input<BillingInvoicesShowInput>, options?: CallOptions): Promise<Invoice> {
    return this.#transport.get('/api/v1/billing/invoices/show', input, options);
  }

  /**
   * Get an invoice as a PDF
   *
   * As it was issued, A4, PDF/A-3; where the seller is known with the electronic invoice inside (Factur-X, EN 16931). One is made at a time for an account; 20 may wait.
   *
   * Scope: `billing.read`.
   */
  pdf(input: Input<BillingInvoicesPdfInput>, options?: CallOptions): Promise<InvoiceFile> {
    return this.#transport.get('/api/v1/billing/invoices/pdf', input, options);
  }
}

export class BillingPaymentsApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List payments
   *
   * The search looks at the method, and at the reference of what staff recorded.
   *
   * Scope: `billing.read`.
   */
  list(input?: Input<BillingPaymentsListInput>, options?: CallOptions): Pages<Payment> {
    return this.#transport.pages('/api/v1/billing/payments', input, options);
  }
}

export class BillingApi {
  readonly invoices: BillingInvoicesApi;
  readonly payments: BillingPaymentsApi;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.invoices = new BillingInvoicesApi(transport);
    this.payments = new BillingPaymentsApi(transport);
    this.#transport = transport;
  }

  /**
   * Show what is due, and what credit there is
   *
   * Credit pays the next invoice by itself.
   *
   * Scope: `billing.read`.
   */
  balance(options?: CallOptions): Promise<Balance> {
    return this.#transport.get('/api/v1/billing/balance', undefined, options);
  }
}

export class TicketsApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List tickets
   *
   * The search looks at the subject.
   *
   * Scope: `tickets.read`.
   */
  list(input?: Input<TicketsListInput>, options?: CallOptions): Pages<Ticket> {
    return this.#transport.pages('/api/v1/tickets', input, options);
  }

  /**
   * Open a ticket
   *
   * Emits `ticket.created`.
   *
   * Scope: `tickets.write`.
   */
  create(input: Input<TicketsCreateInput>, options?: CallOptions): Promise<Ticket> {
    return this.#transport.write('/api/v1/tickets', input, options);
  }

  /**
   * Show a ticket
   *
   * With its newest 100 messages, oldest first; with fewer where they are long, so that the answer stays below 1 MiB. Get older ones with `before`, the id of the first message you have, until you have `messages_total` or there are none.
   *
   * Scope: `tickets.read`.
   */
  show(input: Input<TicketsShowInput>, options?: CallOptions): Promise<TicketWithMessages> {
    return this.#transport.get('/api/v1/tickets/show', input, options);
  }

  /**
   * Reply to a ticket
   *
   * Emits `ticket.replied`. A closed ticket takes no reply.
   *
   * Scope: `tickets.write`.
   */
  reply(input: Input<TicketsReplyInput>, options?: CallOptions): Promise<TicketReply> {
    return this.#transport.write('/api/v1/tickets/reply', input, options);
  }

  /**
   * Close a ticket
   *
   * Closing is final. Emits `ticket.closed`.
   *
   * Scope: `tickets.write`.
   */
  close(input: Input<TicketsCloseInput>, options?: CallOptions): Promise<Ticket> {
    return this.#transport.write('/api/v1/tickets/close', input, options);
  }
}

export class ActionsApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List actions
   *
   * Queued engine work of the kinds of resource that the scopes allow. The search looks at the type.
   *
   * Scope: `hosting.read` or `hosting.write` or `domains.read` or `domains.write` or `databases.read` or `databases.write` or `backups.read` or `backups.write` or `applications.read` or `applications.write`.
   */
  list(input?: Input<ActionsListInput>, options?: CallOptions): Pages<Action> {
    return this.#transport.pages('/api/v1/actions', input, options);
  }

  /**
   * Show an action, or wait for it
   *
   * With `wait`, answers as soon as the action has ended, or with its state when the time is over.
   *
   * Scope: `hosting.read` or `hosting.write` or `domains.read` or `domains.write` or `databases.read` or `databases.write` or `backups.read` or `backups.write` or `applications.read` or `applications.write`.
   */
  show(input: Input<ActionsShowInput>, options?: CallOptions): Promise<Action> {
    return this.#transport.get('/api/v1/actions/show', input, options);
  }
}

export class EventsApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Read the event feed
   *
   * The events that webhooks are told of, oldest first, kept 30 days; those of the key's environment. Go on with `next_after`: no event is missed, because an id never appears after a larger one did. With `sort=desc` the newest come first; go back with `next_before`.
   *
   * Scope: `webhooks.read`.
   */
  list(input?: Input<EventsListInput>, options?: CallOptions): Feed<HostlerEvent> {
    return this.#transport.feed('/api/v1/events', input, options);
  }
}

export class WebhooksDeliveriesApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the deliveries of a webhook
   *
   * With their attempts; kept 30 days. The search parameter is ignored.
   *
   * Scope: `webhooks.read`.
   */
  list(input: Input<WebhooksDeliveriesListInput>, options?: CallOptions): Pages<WebhookDelivery> {
    return this.#transport.pages('/api/v1/webhooks/deliveries', input, options);
  }
}

export class WebhooksApi {
  readonly deliveries: WebhooksDeliveriesApi;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.deliveries = new WebhooksDeliveriesApi(transport);
    this.#transport = transport;
  }

  /**
   * List webhooks
   *
   * Those of the key's environment. The search looks at the URL and the description.
   *
   * Scope: `webhooks.read`.
   */
  list(input?: Input<WebhooksListInput>, options?: CallOptions): Pages<Webhook> {
    return this.#transport.pages('/api/v1/webhooks', input, options);
  }

  /**
   * Register a webhook
   *
   * Events of the key's environment are sent to the URL from now on: with a live key what really happens, with a test key what simulated writes would have caused. The secret is in this answer and nowhere else.
   *
   * Scope: `webhooks.write`.
   */
  create(input: Input<WebhooksCreateInput>, options?: CallOptions): Promise<WebhookWithSecret> {
    return this.#transport.write('/api/v1/webhooks', input, options);
  }

  /**
   * Show a webhook
   *
   * Scope: `webhooks.read`.
   */
  show(input: Input<WebhooksShowInput>, options?: CallOptions): Promise<Webhook> {
    return this.#transport.get('/api/v1/webhooks/show', input, options);
  }

  /**
   * Change a webhook
   *
   * What is absent stays as it is. Deliveries that exist already wait while it is paused; what happens meanwhile is sent to no one and is in the event feed. Setting it to active sends what waited.
   *
   * Scope: `webhooks.write`.
   */
  update(input: Input<WebhooksUpdateInput>, options?: CallOptions): Promise<Webhook> {
    return this.#transport.write('/api/v1/webhooks/update', input, options);
  }

  /**
   * Remove a webhook
   *
   * Nothing more is sent to it. Answers the webhook as it last was.
   *
   * Scope: `webhooks.write`.
   */
  remove(input: Input<WebhooksRemoveInput>, options?: CallOptions): Promise<Webhook> {
    return this.#transport.write('/api/v1/webhooks/remove', input, options);
  }

  /**
   * Give a webhook a new secret
   *
   * The new one signs at once; for 24 hours `webhook-signature` carries the signature of the old one beside it.
   *
   * Scope: `webhooks.write`.
   */
  rotateSecret(input: Input<WebhooksRotateSecretInput>, options?: CallOptions): Promise<WebhookWithSecret> {
    return this.#transport.write('/api/v1/webhooks/rotate-secret', input, options);
  }

  /**
   * Send a test event
   *
   * Sends a signed event with `data.test: true` right away, whatever the status of the webhook, and answers with what the receiver said. It is no event: it is in no feed and in no list of deliveries. Five at a time for an account.
   *
   * Scope: `webhooks.write`.
   */
  test(input: Input<WebhooksTestInput>, options?: CallOptions): Promise<WebhookTest> {
    return this.#transport.send('/api/v1/webhooks/test', input, options);
  }

  /**
   * Send deliveries again
   *
   * One delivery, whatever became of it (`id` or `delivery_id`); or with `since` everything that failed since then, of one webhook (`id` or `webhook_id`) or of all active ones. All attempts begin anew.
   *
   * Scope: `webhooks.write`.
   */
  redeliver(input?: Input<WebhooksRedeliverInput>, options?: CallOptions): Promise<WebhookRedelivery> {
    return this.#transport.write('/api/v1/webhooks/redeliver', input, options);
  }
}

export class HostlerApi {
  readonly auth: AuthApi;
  readonly hosting: HostingApi;
  readonly domains: DomainsApi;
  readonly emails: EmailsApi;
  readonly databases: DatabasesApi;
  readonly backups: BackupsApi;
  readonly applications: ApplicationsApi;
  readonly monitoring: MonitoringApi;
  readonly subscriptions: SubscriptionsApi;
  readonly billing: BillingApi;
  readonly tickets: TicketsApi;
  readonly actions: ActionsApi;
  readonly events: EventsApi;
  readonly webhooks: WebhooksApi;

  constructor(transport: Transport) {
    this.auth = new AuthApi(transport);
    this.hosting = new HostingApi(transport);
    this.domains = new DomainsApi(transport);
    this.emails = new EmailsApi(transport);
    this.databases = new DatabasesApi(transport);
    this.backups = new BackupsApi(transport);
    this.applications = new ApplicationsApi(transport);
    this.monitoring = new MonitoringApi(transport);
    this.subscriptions = new SubscriptionsApi(transport);
    this.billing = new BillingApi(transport);
    this.tickets = new TicketsApi(transport);
    this.actions = new ActionsApi(transport);
    this.events = new EventsApi(transport);
    this.webhooks = new WebhooksApi(transport);
  }
}
