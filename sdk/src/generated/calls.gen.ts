// Generated from the OpenAPI document. Do not change it by hand: npm run sdk
import type { HostlerEvent } from '../events.ts';
import type { CallOptions, Feed, Input, Pages, Transport } from '../transport.ts';
import type {
  Action,
  ActionsListInput,
  ActionsShowInput,
  AddressOffer,
  Application,
  ApplicationDetails,
  ApplicationsCatalogListInput,
  ApplicationsCreateInput,
  ApplicationsListInput,
  ApplicationsRemoveInput,
  ApplicationsShowInput,
  ApplicationWithAction,
  ApplicationWithCredentials,
  AuthDeviceCollectInput,
  AuthDeviceStartInput,
  AuthRefreshInput,
  AuthTokenInput,
  Backup,
  BackupRestore,
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
  BackupsVerifyInput,
  BackupWithAction,
  Balance,
  BillingInvoicesListInput,
  BillingInvoicesPdfInput,
  BillingInvoicesShowInput,
  BillingPaymentsListInput,
  CatalogEntry,
  ChangePreview,
  Console,
  Database,
  DatabasesCreateInput,
  DatabasesListInput,
  DatabasesRemoveInput,
  DatabasesResetPasswordInput,
  DatabaseWithNewPassword,
  DatabaseWithPassword,
  DeviceKey,
  DeviceRequest,
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
  Firewall,
  FirewallsAttachInput,
  FirewallsAttachResult,
  FirewallsCreateInput,
  FirewallsDetachInput,
  FirewallsDetachResult,
  FirewallsListInput,
  FirewallsRemoveInput,
  FirewallsShowInput,
  FirewallsUpdateInput,
  FirewallsUpdateResult,
  Hosting,
  HostingAccessInput,
  HostingAddress,
  HostingAddressesCreateInput,
  HostingAddressesOfferInput,
  HostingAddressesRemoveInput,
  HostingAddressesReverseInput,
  HostingAddressesShowInput,
  HostingAddressWithAction,
  HostingConsoleInput,
  HostingImagesListInput,
  HostingInRescue,
  HostingListInput,
  HostingMetrics,
  HostingMetricsInput,
  HostingPasswordInput,
  HostingRebuildInput,
  HostingRescueInput,
  HostingRestartInput,
  HostingShowInput,
  HostingSnapshotsCreateInput,
  HostingSnapshotsListInput,
  HostingSnapshotsRemoveInput,
  HostingSnapshotsRestoreInput,
  HostingSshKeys,
  HostingSshKeysInput,
  HostingStartInput,
  HostingStopInput,
  HostingTraffic,
  HostingTrafficInput,
  HostingUpdateInput,
  HostingWithAction,
  HostingWithPassword,
  Image,
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
  MonitoringChecksCreateInput,
  MonitoringChecksHistoryInput,
  MonitoringChecksListInput,
  MonitoringChecksRemoveInput,
  MonitoringChecksShowInput,
  MonitoringChecksUpdateInput,
  MonitoringRule,
  MonitoringRulesCreateInput,
  MonitoringRulesListInput,
  MonitoringRulesRemoveInput,
  MonitoringRulesShowInput,
  MonitoringRulesUpdateInput,
  OfferedPlan,
  OrderedSubscription,
  Payment,
  Snapshot,
  SnapshotWithAction,
  SshKey,
  SshKeysCreateInput,
  SshKeysListInput,
  SshKeysRemoveInput,
  SshKeysShowInput,
  SshKeysUpdateInput,
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
  SubscriptionsTrafficCapInput,
  SubscriptionsWithdrawChangeInput,
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

export class AuthDeviceApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Request an API key
   *
   * Starts a request for an API key, for programs on a device without a browser (RFC 8628). Show `user_code` and `verification_uri_complete` to the person. In the panel, the person compares the code, chooses the permissions and approves. The request expires after 10 minutes. An IP address can have 20 open requests.
   *
   * Requires no authentication.
   */
  start(input: Input<AuthDeviceStartInput>, options?: CallOptions): Promise<DeviceRequest> {
    return this.#transport.send('/api/v1/auth/device', input, options);
  }

  /**
   * Collect a requested API key
   *
   * Returns the decision about a request for an API key. Once it is approved, the response has the key. The key is created by this call, with the permissions that the person has now, and is returned once. If the key is collected again, it is revoked.
   *
   * Requires no authentication.
   */
  collect(input: Input<AuthDeviceCollectInput>, options?: CallOptions): Promise<DeviceKey> {
    return this.#transport.send('/api/v1/auth/device/collect', input, options);
  }
}

export class AuthApi {
  readonly device: AuthDeviceApi;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.device = new AuthDeviceApi(transport);
    this.#transport = transport;
  }

  /**
   * Create a token pair
   *
   * Creates a token pair for an API key. The access token is valid for 1 hour, the refresh token for 30 days. A key can have 1,000 token pairs at a time; a new one then replaces the oldest.
   *
   * Requires no authentication.
   */
  token(input: Input<AuthTokenInput>, options?: CallOptions): Promise<TokenPair> {
    return this.#transport.send('/api/v1/auth/token', input, options);
  }

  /**
   * Refresh a token pair
   *
   * Exchanges a refresh token for a new token pair. A refresh token works once. If an old refresh token is used again, all tokens that came from it are revoked.
   *
   * Requires no authentication.
   */
  refresh(input: Input<AuthRefreshInput>, options?: CallOptions): Promise<TokenPair> {
    return this.#transport.send('/api/v1/auth/refresh', input, options);
  }

  /**
   * Get the current credentials
   *
   * Returns the account, key, environment and scopes of the credentials, and the limits of the account with their use.
   *
   * Requires any valid credentials.
   */
  me(options?: CallOptions): Promise<Me> {
    return this.#transport.get('/api/v1/auth/me', undefined, options);
  }
}

export class HostingImagesApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List images
   *
   * Lists the images that servers can be created and rebuilt from, in alphabetical order; `sort=asc` reverses the order. A plan names the images that it offers. `search` matches the slug and the name.
   *
   * Required scope: `hosting.read`.
   */
  list(input?: Input<HostingImagesListInput>, options?: CallOptions): Pages<Image> {
    return this.#transport.pages('/api/v1/hosting/images', input, options);
  }
}

export class HostingAddressesApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the addresses of a VPS
   *
   * Returns the IP addresses of a VPS with their reverse names. A terminated VPS has none.
   *
   * Required scope: `hosting.read`.
   */
  show(input: Input<HostingAddressesShowInput>, options?: CallOptions): Promise<HostingAddress[]> {
    return this.#transport.get('/api/v1/hosting/addresses', input, options);
  }

  /**
   * Add an address to a VPS
   *
   * Adds an extra IPv4 or IPv6 address to a running or stopped VPS (action `hosting.add-address`). It costs the monthly price of `GET /hosting/addresses/offer`, which stays fixed while the VPS has the address. It is billed after each calendar month, by the second. Also requires the scope `billing.write`. The address is on a network interface of its own: configure the interface inside the VPS, with the address alone and a route of its own to `gateway`. The number per VPS is limited by the plan, and to 16. If the plan offers none, no address is free, the subscription is not active, or no payment method or credit covers a month, the error is `CONFLICT` and nothing is charged.
   *
   * Required scope: `hosting.write`.
   */
  create(input: Input<HostingAddressesCreateInput>, options?: CallOptions): Promise<HostingAddressWithAction> {
    return this.#transport.write('/api/v1/hosting/addresses', input, options);
  }

  /**
   * Set the reverse name of an address
   *
   * Sets the reverse name (PTR record) of an address, or removes it if `name` is null. The name must resolve to the address first; otherwise the error is `VALIDATION_ERROR`. At most 20 changes per hour and VPS. The name is reset when the VPS is terminated. Addresses that are not from a pool of the provider have no reverse name: the error is `CONFLICT`.
   *
   * Required scope: `hosting.write`.
   */
  reverse(input: Input<HostingAddressesReverseInput>, options?: CallOptions): Promise<HostingAddressWithAction> {
    return this.#transport.write('/api/v1/hosting/addresses/reverse', input, options);
  }

  /**
   * Get the price of an extra address
   *
   * Returns the price of an extra address, the IP versions that are offered and how many addresses the VPS can have, by the plan version of its subscription.
   *
   * Required scope: `hosting.read`.
   */
  offer(input: Input<HostingAddressesOfferInput>, options?: CallOptions): Promise<AddressOffer> {
    return this.#transport.get('/api/v1/hosting/addresses/offer', input, options);
  }

  /**
   * Remove an extra address
   *
   * Removes an extra address from a VPS (action `hosting.remove-address`). It is billed until this request. No other VPS gets the address for 14 days by default, and its reverse name is reset. A primary address cannot be removed: the error is `CONFLICT`.
   *
   * Required scope: `hosting.write`.
   */
  remove(input: Input<HostingAddressesRemoveInput>, options?: CallOptions): Promise<HostingAddressWithAction> {
    return this.#transport.write('/api/v1/hosting/addresses/remove', input, options);
  }
}

export class HostingSnapshotsApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List snapshots
   *
   * Lists the snapshots of the account, newest first. `hosting_id` returns only those of one VPS. `search` matches the name.
   *
   * Required scope: `hosting.read`.
   */
  list(input?: Input<HostingSnapshotsListInput>, options?: CallOptions): Pages<Snapshot> {
    return this.#transport.pages('/api/v1/hosting/snapshots', input, options);
  }

  /**
   * Create a snapshot
   *
   * Creates a snapshot of the disk of a running or stopped VPS (action `snapshot.create`). A VPS keeps at most 5 snapshots by default, including failed ones. Snapshots are stored with the VPS and are deleted with it; they do not replace backups.
   *
   * Required scope: `hosting.write`.
   */
  create(input: Input<HostingSnapshotsCreateInput>, options?: CallOptions): Promise<SnapshotWithAction> {
    return this.#transport.write('/api/v1/hosting/snapshots', input, options);
  }

  /**
   * Restore a snapshot
   *
   * Restores the disk of a VPS to the state of a snapshot (action `snapshot.restore`). A running VPS is stopped and started again. Its size, limits, addresses and SSH keys stay as they are now. Other snapshots stay.
   *
   * Required scope: `hosting.write`.
   */
  restore(input: Input<HostingSnapshotsRestoreInput>, options?: CallOptions): Promise<SnapshotWithAction> {
    return this.#transport.write('/api/v1/hosting/snapshots/restore', input, options);
  }

  /**
   * Remove a snapshot
   *
   * Removes a snapshot. It disappears immediately; the engine deletes it in the background (action `snapshot.remove`). Returns the removed snapshot.
   *
   * Required scope: `hosting.write`.
   */
  remove(input: Input<HostingSnapshotsRemoveInput>, options?: CallOptions): Promise<SnapshotWithAction> {
    return this.#transport.write('/api/v1/hosting/snapshots/remove', input, options);
  }
}

export class HostingApi {
  readonly images: HostingImagesApi;
  readonly addresses: HostingAddressesApi;
  readonly snapshots: HostingSnapshotsApi;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.images = new HostingImagesApi(transport);
    this.addresses = new HostingAddressesApi(transport);
    this.snapshots = new HostingSnapshotsApi(transport);
    this.#transport = transport;
  }

  /**
   * List servers
   *
   * Lists the servers of the account, newest first. Terminated servers stay in the list. `search` matches the hostname and the label; `tag` filters by tag.
   *
   * Required scope: `hosting.read`.
   */
  list(input?: Input<HostingListInput>, options?: CallOptions): Pages<Hosting> {
    return this.#transport.pages('/api/v1/hosting', input, options);
  }

  /**
   * Get a VPS
   *
   * Returns one VPS.
   *
   * Required scope: `hosting.read`.
   */
  show(input: Input<HostingShowInput>, options?: CallOptions): Promise<Hosting> {
    return this.#transport.get('/api/v1/hosting/show', input, options);
  }

  /**
   * Restart a VPS
   *
   * Restarts a running VPS. The status changes to `restarting` immediately; `hosting.restarted` is emitted when the VPS is running again. If the VPS is not running, the error is `VPS_NOT_RUNNING`.
   *
   * Required scope: `hosting.write`.
   */
  restart(input: Input<HostingRestartInput>, options?: CallOptions): Promise<HostingWithAction> {
    return this.#transport.write('/api/v1/hosting/restart', input, options);
  }

  /**
   * Start a VPS
   *
   * Starts a VPS with the status `stopped` or `error`. A suspended VPS cannot be started: the error is `CONFLICT`.
   *
   * Required scope: `hosting.write`.
   */
  start(input: Input<HostingStartInput>, options?: CallOptions): Promise<HostingWithAction> {
    return this.#transport.write('/api/v1/hosting/start', input, options);
  }

  /**
   * Stop a VPS
   *
   * Stops a running VPS. The VPS stays stopped until you start it.
   *
   * Required scope: `hosting.write`.
   */
  stop(input: Input<HostingStopInput>, options?: CallOptions): Promise<HostingWithAction> {
    return this.#transport.write('/api/v1/hosting/stop', input, options);
  }

  /**
   * List the SSH keys of a VPS
   *
   * Returns the public keys that can log in as root. The keys are those of the last call to `/hosting/access`, or of the order.
   *
   * Required scope: `hosting.read`.
   */
  sshKeys(input: Input<HostingSshKeysInput>, options?: CallOptions): Promise<HostingSshKeys> {
    return this.#transport.get('/api/v1/hosting/ssh-keys', input, options);
  }

  /**
   * Replace the SSH keys of a VPS
   *
   * Replaces the public keys that can log in as root. An empty list removes all keys. The VPS must be running or stopped and have no other action in progress.
   *
   * Required scope: `hosting.write`.
   */
  access(input: Input<HostingAccessInput>, options?: CallOptions): Promise<HostingWithAction> {
    return this.#transport.write('/api/v1/hosting/access', input, options);
  }

  /**
   * Update a VPS
   *
   * Changes the label, the tags, the note or the protection of a VPS. Omitted fields stay unchanged; `tags` replaces all tags. A protected VPS cannot be rebuilt, and its subscription cannot be cancelled with immediate effect; a cancellation at the end of the period still works. If the VPS is terminated, the error is `CONFLICT`.
   *
   * Required scope: `hosting.write`.
   */
  update(input: Input<HostingUpdateInput>, options?: CallOptions): Promise<Hosting> {
    return this.#transport.write('/api/v1/hosting/update', input, options);
  }

  /**
   * Rebuild a VPS
   *
   * Replaces the system of a VPS by an image. The content of the disk is deleted; id, addresses, size, subscription and backups stay. The status is `rebuilding` until the new system runs. If the engine cannot create the new system, the old one keeps running. Images: the current one and those of the plan. If the VPS is protected, suspended, has snapshots or another action is in progress, the error is `CONFLICT`.
   *
   * Required scope: `hosting.write`.
   */
  rebuild(input: Input<HostingRebuildInput>, options?: CallOptions): Promise<HostingWithAction> {
    return this.#transport.write('/api/v1/hosting/rebuild', input, options);
  }

  /**
   * Start or leave the rescue system of a VPS
   *
   * Reboots a VPS into a small system with its disk attached, or, with `enabled: false`, from its disk again. `credentials` is returned once and cannot be read again; it is null when you leave. Requires the capability `rescue`, which containers do not have; otherwise the error is `CONFLICT`.
   *
   * Required scope: `hosting.console`.
   */
  rescue(input: Input<HostingRescueInput>, options?: CallOptions): Promise<HostingInRescue> {
    return this.#transport.write('/api/v1/hosting/rescue', input, options);
  }

  /**
   * Reset the root password of a VPS
   *
   * Generates a password and sets it for root inside a running VPS. The password is returned once and cannot be read again; it is valid when the action has succeeded. Many systems accept passwords at the console only, not by SSH. If the VPS is not running or another action is in progress, the error is `CONFLICT`.
   *
   * Required scope: `hosting.console`.
   */
  password(input: Input<HostingPasswordInput>, options?: CallOptions): Promise<HostingWithPassword> {
    return this.#transport.write('/api/v1/hosting/password', input, options);
  }

  /**
   * Get the metrics of a VPS
   *
   * Returns the metrics of a VPS for a time window. Each value is the mean of the step that begins at its time. Samples are kept for 90 days: all of them for one day, one every 5 minutes for a week, then one per hour. Requests for more than one day count as searches: those of an account run one after the other.
   *
   * Required scope: `hosting.read` or `monitoring.read`.
   */
  metrics(input: Input<HostingMetricsInput>, options?: CallOptions): Promise<HostingMetrics> {
    return this.#transport.get('/api/v1/hosting/metrics', input, options);
  }

  /**
   * Get the traffic of a VPS
   *
   * Returns the bytes that a VPS sent and received in a calendar month, in total and per day. Traffic between two readings belongs to the day of the later one. Months are kept for 24 months. A month without readings, also a future one, has no days and 0 bytes.
   *
   * Required scope: `hosting.read`.
   */
  traffic(input: Input<HostingTrafficInput>, options?: CallOptions): Promise<HostingTraffic> {
    return this.#transport.get('/api/v1/hosting/traffic', input, options);
  }

  /**
   * Open a console
   *
   * Returns a one-time WebSocket address of a terminal in a running VPS. Connect within 60 seconds. Binary messages carry the bytes of the terminal, text messages carry JSON: see the console guide. A test key gets a simulated terminal with a fixed set of commands. At most 5 consoles per VPS and 10 per account are open at the same time. All consoles of an account together take 1,000 messages and 256 KiB of input a second; more input waits, and nothing is lost.
   *
   * Required scope: `hosting.console`.
   */
  console(input: Input<HostingConsoleInput>, options?: CallOptions): Promise<Console> {
    return this.#transport.write('/api/v1/hosting/console', input, options);
  }
}

export class SshKeysApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the SSH keys of the account
   *
   * Lists the SSH keys that are kept in the account, newest first. Send their `public_key` in `ssh_keys` of an order, a rebuild or `/hosting/access`. `search` matches the name and the fingerprint. `status` is ignored.
   *
   * Required scope: `hosting.read`.
   */
  list(input?: Input<SshKeysListInput>, options?: CallOptions): Pages<SshKey> {
    return this.#transport.pages('/api/v1/ssh-keys', input, options);
  }

  /**
   * Add an SSH key to the account
   *
   * Adds an SSH key to the account. It is not added to servers. If the account already has the key, the error is `CONFLICT`. An account has at most 100 keys.
   *
   * Required scope: `hosting.write`.
   */
  create(input: Input<SshKeysCreateInput>, options?: CallOptions): Promise<SshKey> {
    return this.#transport.write('/api/v1/ssh-keys', input, options);
  }

  /**
   * Get an SSH key of the account
   *
   * Returns one SSH key.
   *
   * Required scope: `hosting.read`.
   */
  show(input: Input<SshKeysShowInput>, options?: CallOptions): Promise<SshKey> {
    return this.#transport.get('/api/v1/ssh-keys/show', input, options);
  }

  /**
   * Rename an SSH key of the account
   *
   * Changes the name of an SSH key.
   *
   * Required scope: `hosting.write`.
   */
  update(input: Input<SshKeysUpdateInput>, options?: CallOptions): Promise<SshKey> {
    return this.#transport.write('/api/v1/ssh-keys/update', input, options);
  }

  /**
   * Remove an SSH key from the account
   *
   * Removes an SSH key from the account. Servers that have the key keep it; change their keys with `/hosting/access`. Returns the removed key.
   *
   * Required scope: `hosting.write`.
   */
  remove(input: Input<SshKeysRemoveInput>, options?: CallOptions): Promise<SshKey> {
    return this.#transport.write('/api/v1/ssh-keys/remove', input, options);
  }
}

export class FirewallsApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List firewalls
   *
   * Lists the firewalls of the account, newest first. `search` matches the name.
   *
   * Required scope: `hosting.read`.
   */
  list(input?: Input<FirewallsListInput>, options?: CallOptions): Pages<Firewall> {
    return this.#transport.pages('/api/v1/firewalls', input, options);
  }

  /**
   * Create a firewall
   *
   * Creates a firewall. It takes effect on the servers that you attach it to. Inbound packets that no rule allows are dropped; replies, ARP, neighbour discovery and DHCP always pass.
   *
   * Required scope: `hosting.write`.
   */
  create(input: Input<FirewallsCreateInput>, options?: CallOptions): Promise<Firewall> {
    return this.#transport.write('/api/v1/firewalls', input, options);
  }

  /**
   * Get a firewall
   *
   * Returns one firewall.
   *
   * Required scope: `hosting.read`.
   */
  show(input: Input<FirewallsShowInput>, options?: CallOptions): Promise<Firewall> {
    return this.#transport.get('/api/v1/firewalls/show', input, options);
  }

  /**
   * Update a firewall
   *
   * Updates a firewall. A given list of rules replaces the current list as a whole. Omitted fields keep their values. If servers are affected, the status is 202 and `action_id` names the action `firewall.apply`; otherwise 200.
   *
   * Required scope: `hosting.write`.
   */
  update(input: Input<FirewallsUpdateInput>, options?: CallOptions): Promise<FirewallsUpdateResult> {
    return this.#transport.write('/api/v1/firewalls/update', input, options);
  }

  /**
   * Attach a firewall to servers
   *
   * Attaches a firewall to servers. The rules of all firewalls of a server add up; a server has at most 5, with 1000 networks in total. The servers of an account have at most 20000. If servers are affected, the status is 202 and `action_id` names the action `firewall.apply`; otherwise 200.
   *
   * Required scope: `hosting.write`.
   */
  attach(input: Input<FirewallsAttachInput>, options?: CallOptions): Promise<FirewallsAttachResult> {
    return this.#transport.write('/api/v1/firewalls/attach', input, options);
  }

  /**
   * Detach a firewall from servers
   *
   * Detaches a firewall from servers. A server without a firewall has full network access. If servers are affected, the status is 202 and `action_id` names the action `firewall.apply`; otherwise 200.
   *
   * Required scope: `hosting.write`.
   */
  detach(input: Input<FirewallsDetachInput>, options?: CallOptions): Promise<FirewallsDetachResult> {
    return this.#transport.write('/api/v1/firewalls/detach', input, options);
  }

  /**
   * Remove a firewall
   *
   * Removes a firewall. If the firewall is attached to a server, or named by an order that is not yet delivered, the error is `CONFLICT`. Returns the removed firewall.
   *
   * Required scope: `hosting.write`.
   */
  remove(input: Input<FirewallsRemoveInput>, options?: CallOptions): Promise<Firewall> {
    return this.#transport.write('/api/v1/firewalls/remove', input, options);
  }
}

export class DomainsRecordsApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the records of a domain
   *
   * Returns the DNS records of a domain, except SOA and NS. Records that the service maintains for the VPS and for mail are marked `managed`; they come first.
   *
   * Required scope: `domains.read`.
   */
  show(input: Input<DomainsRecordsShowInput>, options?: CallOptions): Promise<DomainRecords> {
    return this.#transport.get('/api/v1/domains/records', input, options);
  }

  /**
   * Replace the records of a domain
   *
   * Replaces all your own records of a domain (action `domain.update`). An empty list removes them; managed records stay. Your own A, AAAA and CNAME records of a name take precedence over the addresses of the VPS. A record with the address of a VPS of the account is removed when the VPS releases that address. `details` names every invalid record, such as `records[3].content`.
   *
   * Required scope: `domains.write`.
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
   * Lists the domains of the account, newest first. `search` matches the name in punycode and in Unicode.
   *
   * Required scope: `domains.read`.
   */
  list(input?: Input<DomainsListInput>, options?: CallOptions): Pages<Domain> {
    return this.#transport.pages('/api/v1/domains', input, options);
  }

  /**
   * Add a domain
   *
   * Adds a domain and creates its DNS zone (action `domain.create`). Emits `domain.added`. If any account already has the domain, or another account has a domain above or below it, the error is `DOMAIN_ALREADY_EXISTS`. If this installation requires proof of ownership, the domain stays `pending` until the TXT record in `verification` is found, for up to 7 days. Several accounts can try to verify the same domain; the first to succeed gets it.
   *
   * Required scope: `domains.write`.
   */
  create(input: Input<DomainsCreateInput>, options?: CallOptions): Promise<Domain> {
    return this.#transport.write('/api/v1/domains', input, options);
  }

  /**
   * Get a domain
   *
   * Returns one domain, including the name servers to set at the registrar.
   *
   * Required scope: `domains.read`.
   */
  show(input: Input<DomainsShowInput>, options?: CallOptions): Promise<Domain> {
    return this.#transport.get('/api/v1/domains/show', input, options);
  }

  /**
   * Remove a domain
   *
   * Removes a domain with its mailboxes and their mail. The domain disappears and its name is free immediately; the DNS zone is deleted in the background (action `domain.remove`). Returns the removed domain; `mailboxes` is the number of mailboxes that were removed.
   *
   * Required scope: `domains.write`.
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
   * List mail domains
   *
   * Lists the domains of the account that have mail, newest first. Each includes the record that proves ownership, the required DNS records with their state, and the settings for mail clients. `search` matches the name.
   *
   * Required scope: `emails.read`.
   */
  list(input?: Input<EmailsDomainsListInput>, options?: CallOptions): Pages<MailDomain> {
    return this.#transport.pages('/api/v1/emails/domains', input, options);
  }

  /**
   * Verify a mail domain
   *
   * Checks the DNS records of a domain, at most once every 10 seconds per domain. A domain without mail is set up for mail, so that you can prepare it before you create a mailbox. The TXT record in `proof` proves ownership, and so does a delegation to the name servers of this service. The proof is checked again once a day.
   *
   * Required scope: `emails.write`.
   */
  verify(input: Input<EmailsDomainsVerifyInput>, options?: CallOptions): Promise<MailDomain> {
    return this.#transport.write('/api/v1/emails/domains/verify', input, options);
  }

  /**
   * Merge the SPF record of a domain
   *
   * Adds the mail server of this service to your own SPF record in the DNS zone (action `domain.update`). The rest of the record stays as it is. If you have no SPF record of your own, the managed one already exists and nothing changes.
   *
   * Required scope: `emails.write`.
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
   * Lists the mailboxes of the account, newest first. `search` matches the address.
   *
   * Required scope: `emails.read`.
   */
  list(input?: Input<EmailsListInput>, options?: CallOptions): Pages<Mailbox> {
    return this.#transport.pages('/api/v1/emails', input, options);
  }

  /**
   * Create a mailbox
   *
   * Creates a mailbox on a domain of the account. If `password` is omitted, one is generated. The password is returned once and cannot be read again. The mail server applies the change within seconds. It accepts mail for the domain once ownership is proved; see `/emails/domains`. If the address is already a mailbox or an alias, the error is `CONFLICT`.
   *
   * Required scope: `emails.write`.
   */
  create(input: Input<EmailsCreateInput>, options?: CallOptions): Promise<MailboxWithPassword> {
    return this.#transport.write('/api/v1/emails', input, options);
  }

  /**
   * Get a mailbox
   *
   * Returns one mailbox.
   *
   * Required scope: `emails.read`.
   */
  show(input: Input<EmailsShowInput>, options?: CallOptions): Promise<Mailbox> {
    return this.#transport.get('/api/v1/emails/show', input, options);
  }

  /**
   * Update a mailbox
   *
   * Updates a mailbox. Omitted fields keep their values; `aliases` and `forward_to` are replaced as a whole. A suspended mailbox still receives mail, but cannot be signed in to and cannot send. Only staff can resume a mailbox that staff suspended.
   *
   * Required scope: `emails.write`.
   */
  update(input: Input<EmailsUpdateInput>, options?: CallOptions): Promise<Mailbox> {
    return this.#transport.write('/api/v1/emails/update', input, options);
  }

  /**
   * Set a mailbox password
   *
   * Sets a mailbox password. If `password` is omitted, one is generated. The password is returned once and cannot be read again. The mail server applies the change within seconds; the old password works until then.
   *
   * Required scope: `emails.write`.
   */
  password(input: Input<EmailsPasswordInput>, options?: CallOptions): Promise<MailboxWithPassword> {
    return this.#transport.write('/api/v1/emails/password', input, options);
  }

  /**
   * Remove a mailbox
   *
   * Removes a mailbox with its aliases and all of its mail. This cannot be undone. The addresses are free immediately. Returns the removed mailbox.
   *
   * Required scope: `emails.write`.
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
   * Lists the databases of the account, newest first. `search` matches the name.
   *
   * Required scope: `databases.read`.
   */
  list(input?: Input<DatabasesListInput>, options?: CallOptions): Pages<Database> {
    return this.#transport.pages('/api/v1/databases', input, options);
  }

  /**
   * Create a database
   *
   * Creates a database with its own user (action `database.create`). The password is returned once and cannot be read again. You can connect when the status is `active`.
   *
   * Required scope: `databases.write`.
   */
  create(input: Input<DatabasesCreateInput>, options?: CallOptions): Promise<DatabaseWithPassword> {
    return this.#transport.write('/api/v1/databases', input, options);
  }

  /**
   * Reset a database password
   *
   * Generates a new password for the user of an active database. The password is returned once and cannot be read again. It replaces the old one when the action `database.reset-password` ends; open connections stay open.
   *
   * Required scope: `databases.write`.
   */
  resetPassword(input: Input<DatabasesResetPasswordInput>, options?: CallOptions): Promise<DatabaseWithNewPassword> {
    return this.#transport.write('/api/v1/databases/reset-password', input, options);
  }

  /**
   * Remove a database
   *
   * Removes a database. The database disappears and its name is free immediately; its content and its user are deleted in the background (action `database.remove`). A database cannot be removed during a restore. Returns the removed database.
   *
   * Required scope: `databases.write`.
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
   * Lists the backup schedules of the account, newest first. `search` matches the hostname of the VPS or the name of the database.
   *
   * Required scope: `backups.read`.
   */
  list(input?: Input<BackupsSchedulesListInput>, options?: CallOptions): Pages<BackupSchedule> {
    return this.#transport.pages('/api/v1/backups/schedules', input, options);
  }

  /**
   * Schedule backups of a VPS or a database
   *
   * Creates a schedule that makes a backup every day or every week. After each verified backup, the oldest scheduled backups beyond `keep` are removed; manual backups are never removed. If the resource cannot be backed up at that time, the schedule tries again every 30 minutes. A failed backup is retried after 1, 2 and 4 hours. Missed runs are made up for once. A resource has at most one schedule, which is removed with the resource.
   *
   * Required scope: `backups.write`.
   */
  create(input?: Input<BackupsSchedulesCreateInput>, options?: CallOptions): Promise<BackupSchedule> {
    return this.#transport.write('/api/v1/backups/schedules', input, options);
  }

  /**
   * Get a backup schedule
   *
   * Returns one backup schedule.
   *
   * Required scope: `backups.read`.
   */
  show(input: Input<BackupsSchedulesShowInput>, options?: CallOptions): Promise<BackupSchedule> {
    return this.#transport.get('/api/v1/backups/schedules/show', input, options);
  }

  /**
   * Update a backup schedule
   *
   * Updates a backup schedule. Omitted fields keep their values. A smaller `keep` takes effect with the next backup. A schedule that is set to `active` again continues with its next run.
   *
   * Required scope: `backups.write`.
   */
  update(input: Input<BackupsSchedulesUpdateInput>, options?: CallOptions): Promise<BackupSchedule> {
    return this.#transport.write('/api/v1/backups/schedules/update', input, options);
  }

  /**
   * Remove a backup schedule
   *
   * Removes a backup schedule. Its backups stay and no longer expire. Returns the removed schedule.
   *
   * Required scope: `backups.write`.
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
   * Lists the backups of the account, newest first. `search` matches the name.
   *
   * Required scope: `backups.read`.
   */
  list(input?: Input<BackupsListInput>, options?: CallOptions): Pages<Backup> {
    return this.#transport.pages('/api/v1/backups', input, options);
  }

  /**
   * Back up a VPS or a database
   *
   * Creates a backup of a VPS or a database (action `backup.create`). The backup is completed after the file is written, read back and verified; then `backup.created` is emitted. A resource that is being created, restored, suspended or terminated cannot be backed up: the error is `CONFLICT`.
   *
   * Required scope: `backups.write`.
   */
  create(input?: Input<BackupsCreateInput>, options?: CallOptions): Promise<BackupWithAction> {
    return this.#transport.write('/api/v1/backups', input, options);
  }

  /**
   * Get a backup
   *
   * Returns one backup.
   *
   * Required scope: `backups.read`.
   */
  show(input: Input<BackupsShowInput>, options?: CallOptions): Promise<Backup> {
    return this.#transport.get('/api/v1/backups/show', input, options);
  }

  /**
   * Restore a backup
   *
   * Restores a resource to the state of a completed backup (action `backup.restore`). The file is verified first; if it is damaged, nothing changes. A VPS that was running, or whose machine was lost, is started afterwards. Only one restore per resource can run at a time. A VPS with snapshots cannot be restored, because they would be lost. With `hostname` and `plan`, a new VPS is ordered instead, as by `POST /subscriptions`, which also requires the scope `billing.write`; the VPS is created from the backup when the order is paid. If it is paid immediately, for example by credit, `action_id` is the action `hosting.create`; otherwise it is null.
   *
   * Required scope: `backups.write`.
   */
  restore(input: Input<BackupsRestoreInput>, options?: CallOptions): Promise<BackupRestore> {
    return this.#transport.write('/api/v1/backups/restore', input, options);
  }

  /**
   * Verify a backup
   *
   * Restores a completed backup into a temporary copy without a network, checks that it boots or answers, and deletes the copy (action `backup.verify`). On success `drilled_at` is set; otherwise `drill_error` gives the reason and the members of the account get a mail. The original is not changed. Only one backup per account can be verified at a time.
   *
   * Required scope: `backups.write`.
   */
  verify(input: Input<BackupsVerifyInput>, options?: CallOptions): Promise<BackupWithAction> {
    return this.#transport.write('/api/v1/backups/verify', input, options);
  }

  /**
   * Remove a backup
   *
   * Removes a backup. The backup disappears immediately; its file is deleted in the background (action `backup.remove`). A backup cannot be removed while it is being created or restored. Returns the removed backup.
   *
   * Required scope: `backups.write`.
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
   * List the application catalog
   *
   * Lists the applications that can be installed, in alphabetical order; `sort=asc` reverses the order. `search` matches the slug, the name, the summary and the categories.
   *
   * Required scope: `applications.read`.
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
   * Lists the applications on the servers of the account, newest first. `search` matches the name and the slug.
   *
   * Required scope: `applications.read`.
   */
  list(input?: Input<ApplicationsListInput>, options?: CallOptions): Pages<Application> {
    return this.#transport.pages('/api/v1/applications', input, options);
  }

  /**
   * Install an application
   *
   * Installs an application on a running VPS (action `application.install`). The steps of the recipe run in order, followed by a health check; then `application.installed` is emitted. With `domains.write`, a domain in a zone of the account gets its address records and a certificate. Without `domains.write`, it gets neither, and `missing_records` names the records to set. Secrets are returned once and cannot be read again. If a step fails, the changes are rolled back and `error` gives the reason. Only one installation or removal per VPS can run at a time. The installation survives a restart of the VPS and fails if the VPS is stopped, suspended or restored.
   *
   * Required scope: `applications.write`.
   */
  create(input: Input<ApplicationsCreateInput>, options?: CallOptions): Promise<ApplicationWithCredentials> {
    return this.#transport.write('/api/v1/applications', input, options);
  }

  /**
   * Get an application
   *
   * Returns one application with its parameters and the progress of every step.
   *
   * Required scope: `applications.read`.
   */
  show(input: Input<ApplicationsShowInput>, options?: CallOptions): Promise<ApplicationDetails> {
    return this.#transport.get('/api/v1/applications/show', input, options);
  }

  /**
   * Remove an application
   *
   * Removes an application and its data from a running VPS (action `application.remove`). The record disappears when all removal steps succeed. Otherwise the status changes to `failed` and `error` gives the reason.
   *
   * Required scope: `applications.write`.
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
   * Lists the firing and resolved alerts of the account, newest first. `status` filters by `state`. Resolved alerts are kept for 90 days, up to 10,000 per account. `search` matches the message. Send at most one of `hosting_id`, `rule_id` and `check_id`.
   *
   * Required scope: `monitoring.read`.
   */
  list(input?: Input<MonitoringAlertsListInput>, options?: CallOptions): Pages<MonitoringAlert> {
    return this.#transport.pages('/api/v1/monitoring/alerts', input, options);
  }

  /**
   * Get an alert
   *
   * Returns one alert.
   *
   * Required scope: `monitoring.read`.
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
   * Lists the alert rules of the account, newest first. A new VPS gets four rules: cpu 90 % for 15 minutes, memory 95 % for 15 minutes, disk 90 % for 5 minutes and down for 3 minutes. `search` matches the hostname and the metric.
   *
   * Required scope: `monitoring.read`.
   */
  list(input?: Input<MonitoringRulesListInput>, options?: CallOptions): Pages<MonitoringRule> {
    return this.#transport.pages('/api/v1/monitoring/rules', input, options);
  }

  /**
   * Create a monitoring rule
   *
   * Creates an alert rule for a VPS. The rule fires when the value stays at or above the threshold for all of `minutes`. It resolves when the value stays 10 % below the threshold for as long. Missing samples change nothing.
   *
   * Required scope: `hosting.write`.
   */
  create(input: Input<MonitoringRulesCreateInput>, options?: CallOptions): Promise<MonitoringRule> {
    return this.#transport.write('/api/v1/monitoring/rules', input, options);
  }

  /**
   * Get a monitoring rule
   *
   * Returns one alert rule.
   *
   * Required scope: `monitoring.read`.
   */
  show(input: Input<MonitoringRulesShowInput>, options?: CallOptions): Promise<MonitoringRule> {
    return this.#transport.get('/api/v1/monitoring/rules/show', input, options);
  }

  /**
   * Update a monitoring rule
   *
   * Updates an alert rule. Omitted fields keep their values. A firing alert keeps firing until the value is 10 % below the new threshold. If the rule is paused, its alert resolves immediately.
   *
   * Required scope: `hosting.write`.
   */
  update(input: Input<MonitoringRulesUpdateInput>, options?: CallOptions): Promise<MonitoringRule> {
    return this.#transport.write('/api/v1/monitoring/rules/update', input, options);
  }

  /**
   * Remove a monitoring rule
   *
   * Removes an alert rule. A firing alert of the rule resolves. Returns the removed rule.
   *
   * Required scope: `hosting.write`.
   */
  remove(input: Input<MonitoringRulesRemoveInput>, options?: CallOptions): Promise<MonitoringRule> {
    return this.#transport.write('/api/v1/monitoring/rules/remove', input, options);
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
   * Lists the checks of URLs and TCP ports, newest first, with their results of the last 24 hours. `search` matches the name and the target.
   *
   * Required scope: `monitoring.read` or `hosting.write`.
   */
  list(input?: Input<MonitoringChecksListInput>, options?: CallOptions): Pages<MonitoringCheck> {
    return this.#transport.pages('/api/v1/monitoring/checks', input, options);
  }

  /**
   * Create a check
   *
   * Creates a check of a URL or a TCP port. The check runs immediately and then every `interval_seconds`. An attempt times out after 10 seconds.
   *
   * Required scope: `hosting.write`.
   */
  create(input: Input<MonitoringChecksCreateInput>, options?: CallOptions): Promise<MonitoringCheck> {
    return this.#transport.write('/api/v1/monitoring/checks', input, options);
  }

  /**
   * Get a check
   *
   * Returns one check.
   *
   * Required scope: `monitoring.read` or `hosting.write`.
   */
  show(input: Input<MonitoringChecksShowInput>, options?: CallOptions): Promise<MonitoringCheck> {
    return this.#transport.get('/api/v1/monitoring/checks/show', input, options);
  }

  /**
   * Get the history of a check
   *
   * Returns the history of a check for a time window. Each value is the mean of the step that begins at its time. Results are kept for 90 days: all of them for one day, one every 5 minutes for a week, then one per hour. Requests for more than one day count as searches: those of an account run one after the other.
   *
   * Required scope: `monitoring.read` or `hosting.write`.
   */
  history(input: Input<MonitoringChecksHistoryInput>, options?: CallOptions): Promise<MonitoringCheckHistory> {
    return this.#transport.get('/api/v1/monitoring/checks/history', input, options);
  }

  /**
   * Update a check
   *
   * Updates a check. Omitted fields keep their values. If the target or an expectation changes, or the check is resumed, the status changes to `pending` and its alerts resolve.
   *
   * Required scope: `hosting.write`.
   */
  update(input: Input<MonitoringChecksUpdateInput>, options?: CallOptions): Promise<MonitoringCheck> {
    return this.#transport.write('/api/v1/monitoring/checks/update', input, options);
  }

  /**
   * Remove a check
   *
   * Removes a check and its history. Its alerts resolve. Returns the removed check.
   *
   * Required scope: `hosting.write`.
   */
  remove(input: Input<MonitoringChecksRemoveInput>, options?: CallOptions): Promise<MonitoringCheck> {
    return this.#transport.write('/api/v1/monitoring/checks/remove', input, options);
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
   * List plans
   *
   * Lists the plans that can be ordered. `search` matches the name.
   *
   * Required scope: `billing.read`.
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
   * Lists the invoices and credit notes of a subscription, newest first. `search` matches the number.
   *
   * Required scope: `billing.read`.
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
   * Lists the subscriptions of the account, newest first. `search` matches the product name.
   *
   * Required scope: `billing.read`.
   */
  list(input?: Input<SubscriptionsListInput>, options?: CallOptions): Pages<Subscription> {
    return this.#transport.pages('/api/v1/subscriptions', input, options);
  }

  /**
   * Create a subscription
   *
   * Orders a VPS. Emits `subscription.created`. The subscription is `pending` until the first invoice is paid; then the VPS is created. Credit is applied immediately. With an API key or its token, the default payment method is charged immediately; in the panel, the customer chooses how to pay. An unpaid order is cancelled with its invoice after 7 days. The first order sets the currency of the account. If the billing address is incomplete, the error is `CONFLICT`. Hourly plans require a saved payment method, a trusted account, or credit for 7 days of all hourly subscriptions.
   *
   * Required scope: `billing.write`.
   */
  create(input: Input<SubscriptionsCreateInput>, options?: CallOptions): Promise<OrderedSubscription> {
    return this.#transport.write('/api/v1/subscriptions', input, options);
  }

  /**
   * Get a subscription
   *
   * Returns one subscription.
   *
   * Required scope: `billing.read`.
   */
  show(input: Input<SubscriptionsShowInput>, options?: CallOptions): Promise<Subscription> {
    return this.#transport.get('/api/v1/subscriptions/show', input, options);
  }

  /**
   * Cancel a subscription
   *
   * Cancels a subscription at the end of the paid period. With `immediately: true` it ends now: the VPS is suspended and `subscription.cancelled` is emitted. An unpaid invoice for a period that has not begun is cancelled. An unpaid order is always cancelled immediately, with its invoice. While the VPS is protected, `immediately: true` is refused with `CONFLICT`; a cancellation at the end of the period is accepted.
   *
   * Required scope: `billing.write`.
   */
  cancel(input: Input<SubscriptionsCancelInput>, options?: CallOptions): Promise<Subscription> {
    return this.#transport.write('/api/v1/subscriptions/cancel', input, options);
  }

  /**
   * Resume a subscription
   *
   * Resumes a subscription that is set to cancel at the end of its period. Billing continues as before. If the subscription has already ended, the error is `CONFLICT`.
   *
   * Required scope: `billing.write`.
   */
  resume(input: Input<SubscriptionsResumeInput>, options?: CallOptions): Promise<Subscription> {
    return this.#transport.write('/api/v1/subscriptions/resume', input, options);
  }

  /**
   * Set the traffic cap of a subscription
   *
   * Sets the maximum amount that billed traffic of a calendar month can cost. The default and the minimum is the price of a month. At the cap, the network of the VPS is limited until the month ends or you raise the cap. A lower cap does not reduce the amount of traffic that was sent before. A cap has no effect if the plan throttles or traffic is unmetered.
   *
   * Required scope: `billing.write`.
   */
  trafficCap(input: Input<SubscriptionsTrafficCapInput>, options?: CallOptions): Promise<Subscription> {
    return this.#transport.write('/api/v1/subscriptions/traffic-cap', input, options);
  }

  /**
   * Preview a plan change
   *
   * Calculates the cost and the date of a plan change without changing anything. A plan with a higher price takes effect when it is paid, or immediately for trusted accounts; the rest of the period is charged by the second. A plan with the same price takes effect now. A cheaper plan or another billing period takes effect with the next period. A plan with a smaller disk is refused.
   *
   * Required scope: `billing.write`.
   */
  preview(input: Input<SubscriptionsPreviewInput>, options?: CallOptions): Promise<ChangePreview> {
    return this.#transport.send('/api/v1/subscriptions/preview', input, options);
  }

  /**
   * Change the plan of a subscription
   *
   * Changes the plan of a subscription as previewed. `expected_amount` is `amount_due_now` of the preview and stays valid for 10 minutes. If the cost is different now, the error is `CONFLICT` and nothing changes. An upgrade is carried out when it is paid: immediately by credit that covers it, by the saved payment method, or when the invoice is paid. Until then `pending_change` names the invoice, and the subscription stays as it is. The rest of the period counts from the payment; if less is left than was invoiced, the difference becomes credit. An upgrade that is not paid lapses after 7 days, without reminders. A new change replaces a pending one. Trusted accounts change immediately and pay within 14 days.
   *
   * Required scope: `billing.write`.
   */
  change(input: Input<SubscriptionsChangeInput>, options?: CallOptions): Promise<OrderedSubscription> {
    return this.#transport.write('/api/v1/subscriptions/change', input, options);
  }

  /**
   * Withdraw a plan change that is not paid
   *
   * Withdraws the `pending_change` of a subscription and cancels its invoice by a credit note. If part of the invoice was paid, that part is credit. If no change waits, or its payment is in progress, the answer is 409.
   *
   * Required scope: `billing.write`.
   */
  withdrawChange(input: Input<SubscriptionsWithdrawChangeInput>, options?: CallOptions): Promise<Subscription> {
    return this.#transport.write('/api/v1/subscriptions/withdraw-change', input, options);
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
   * Lists the invoices and credit notes of the account, newest first. `search` matches the number.
   *
   * Required scope: `billing.read`.
   */
  list(input?: Input<BillingInvoicesListInput>, options?: CallOptions): Pages<Invoice> {
    return this.#transport.pages('/api/v1/billing/invoices', input, options);
  }

  /**
   * Get an invoice
   *
   * Returns one invoice.
   *
   * Required scope: `billing.read`.
   */
  show(input: Input<BillingInvoicesShowInput>, options?: CallOptions): Promise<Invoice> {
    return this.#transport.get('/api/v1/billing/invoices/show', input, options);
  }

  /**
   * Get an invoice as PDF
   *
   * Returns an invoice as a PDF file in base64 (A4, PDF/A-3). If a seller is configured, the file embeds the electronic invoice (Factur-X, EN 16931). PDFs of an account are created one at a time, and 20 requests can wait.
   *
   * Required scope: `billing.read`.
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
   * Lists the payments of the account, newest first. `search` matches the method and the reference of payments that staff recorded.
   *
   * Required scope: `billing.read`.
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
   * Get the balance
   *
   * Returns the credit and the open amounts of the account. Credit is applied to the next invoice automatically.
   *
   * Required scope: `billing.read`.
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
   * Lists the tickets of the account, newest first. `search` matches the subject.
   *
   * Required scope: `tickets.read`.
   */
  list(input?: Input<TicketsListInput>, options?: CallOptions): Pages<Ticket> {
    return this.#transport.pages('/api/v1/tickets', input, options);
  }

  /**
   * Create a ticket
   *
   * Creates a ticket with the status `open`. Emits `ticket.created`.
   *
   * Required scope: `tickets.write`.
   */
  create(input: Input<TicketsCreateInput>, options?: CallOptions): Promise<Ticket> {
    return this.#transport.write('/api/v1/tickets', input, options);
  }

  /**
   * Get a ticket
   *
   * Returns one ticket with its newest messages, oldest first. The response has up to 100 messages and stays below 1 MiB. To read older messages, send the id of the first message as `before` until `messages` is empty.
   *
   * Required scope: `tickets.read`.
   */
  show(input: Input<TicketsShowInput>, options?: CallOptions): Promise<TicketWithMessages> {
    return this.#transport.get('/api/v1/tickets/show', input, options);
  }

  /**
   * Reply to a ticket
   *
   * Adds a message to a ticket. Emits `ticket.replied`. If the ticket is closed, the error is `TICKET_CLOSED`.
   *
   * Required scope: `tickets.write`.
   */
  reply(input: Input<TicketsReplyInput>, options?: CallOptions): Promise<TicketReply> {
    return this.#transport.write('/api/v1/tickets/reply', input, options);
  }

  /**
   * Close a ticket
   *
   * Closes a ticket. A closed ticket cannot be reopened. Emits `ticket.closed`. If the ticket is already closed, the error is `TICKET_CLOSED`.
   *
   * Required scope: `tickets.write`.
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
   * Lists the queued, running and finished actions of the account, newest first. The list has only actions on resources that the scopes of the credentials allow. `search` matches the type.
   *
   * Required scope: `hosting.read`, `hosting.write`, `domains.read`, `domains.write`, `databases.read`, `databases.write`, `backups.read`, `backups.write`, `applications.read` or `applications.write`.
   */
  list(input?: Input<ActionsListInput>, options?: CallOptions): Pages<Action> {
    return this.#transport.pages('/api/v1/actions', input, options);
  }

  /**
   * Get an action
   *
   * Returns one action. With `wait`, the response is sent when the action ends, or after `wait` seconds at the latest.
   *
   * Required scope: `hosting.read`, `hosting.write`, `domains.read`, `domains.write`, `databases.read`, `databases.write`, `backups.read`, `backups.write`, `applications.read` or `applications.write`.
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
   * List events
   *
   * Lists the events of the account in the environment of the key, oldest first. Events are kept for 30 days. To continue, send `next_after` as `after`: no event is missed, because ids become visible in order. With `sort=desc` the newest events come first; continue with `next_before`.
   *
   * Required scope: `webhooks.read`.
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
   * Lists the deliveries of a webhook with their attempts, newest first. Tests are included and have `is_test: true`. Deliveries are kept for 30 days. `search` is ignored.
   *
   * Required scope: `webhooks.read`.
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
   * Lists the webhooks of the account in the environment of the key, newest first. `search` matches the URL and the description.
   *
   * Required scope: `webhooks.read`.
   */
  list(input?: Input<WebhooksListInput>, options?: CallOptions): Pages<Webhook> {
    return this.#transport.pages('/api/v1/webhooks', input, options);
  }

  /**
   * Create a webhook
   *
   * Creates a webhook that receives the events of the environment of the key. With a test key, these are the events of simulated writes. The secret is returned once and cannot be read again. Private and loopback addresses are refused.
   *
   * Required scope: `webhooks.write`.
   */
  create(input: Input<WebhooksCreateInput>, options?: CallOptions): Promise<WebhookWithSecret> {
    return this.#transport.write('/api/v1/webhooks', input, options);
  }

  /**
   * Get a webhook
   *
   * Returns one webhook.
   *
   * Required scope: `webhooks.read`.
   */
  show(input: Input<WebhooksShowInput>, options?: CallOptions): Promise<Webhook> {
    return this.#transport.get('/api/v1/webhooks/show', input, options);
  }

  /**
   * Update a webhook
   *
   * Updates a webhook. Omitted fields keep their values. While the webhook is paused, existing deliveries wait and new events are not delivered; read those from `/events`. With `status: active`, waiting deliveries are sent.
   *
   * Required scope: `webhooks.write`.
   */
  update(input: Input<WebhooksUpdateInput>, options?: CallOptions): Promise<Webhook> {
    return this.#transport.write('/api/v1/webhooks/update', input, options);
  }

  /**
   * Remove a webhook
   *
   * Removes a webhook. No further deliveries are sent. Returns the removed webhook.
   *
   * Required scope: `webhooks.write`.
   */
  remove(input: Input<WebhooksRemoveInput>, options?: CallOptions): Promise<Webhook> {
    return this.#transport.write('/api/v1/webhooks/remove', input, options);
  }

  /**
   * Rotate the secret of a webhook
   *
   * Replaces the signing secret of a webhook. The new secret signs immediately. For 24 hours, `webhook-signature` also carries a signature with the old secret. The secret is returned once and cannot be read again.
   *
   * Required scope: `webhooks.write`.
   */
  rotateSecret(input: Input<WebhooksRotateSecretInput>, options?: CallOptions): Promise<WebhookWithSecret> {
    return this.#transport.write('/api/v1/webhooks/rotate-secret', input, options);
  }

  /**
   * Send a test event
   *
   * Sends a signed test event with `data.test: true` immediately, regardless of the status of the webhook. Returns the response of the receiver. The test appears in the deliveries with `is_test: true`; its event is not part of the feed. An account can run 5 tests at a time.
   *
   * Required scope: `webhooks.write`.
   */
  test(input: Input<WebhooksTestInput>, options?: CallOptions): Promise<WebhookTest> {
    return this.#transport.send('/api/v1/webhooks/test', input, options);
  }

  /**
   * Redeliver events
   *
   * Sends deliveries again, with a new series of attempts. Without `since`, `id` or `delivery_id` names one delivery of any status. With `since`, all deliveries that failed since then are sent, except tests, either of the webhook in `id` or `webhook_id`, or of all active webhooks.
   *
   * Required scope: `webhooks.write`.
   */
  redeliver(input?: Input<WebhooksRedeliverInput>, options?: CallOptions): Promise<WebhookRedelivery> {
    return this.#transport.write('/api/v1/webhooks/redeliver', input, options);
  }
}

export class HostlerApi {
  readonly auth: AuthApi;
  readonly hosting: HostingApi;
  readonly sshKeys: SshKeysApi;
  readonly firewalls: FirewallsApi;
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
    this.sshKeys = new SshKeysApi(transport);
    this.firewalls = new FirewallsApi(transport);
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
