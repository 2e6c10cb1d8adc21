import { ActionId, CreatedAt, DateTime, Id, Nullable, OneOf, OwnId, Resource, UpdatedAt } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { MAX_SSH_KEYS } from './ssh-keys/ssh-keys.ts';
import { HostingTrafficSummary } from './traffic/schemas.ts';

export const HOSTING_STATUSES = [
  'provisioning',
  'running',
  'stopped',
  'restarting',
  'restoring',
  'rebuilding',
  'suspended',
  'error',
  'terminated',
] as const;
export type HostingStatus = (typeof HOSTING_STATUSES)[number];

/** Ways to log in for the first time. */
export const HOSTING_LOGINS = ['ssh_key', 'password'] as const;
export type HostingLogin = (typeof HOSTING_LOGINS)[number];

/** Fields to sort by, and their columns. */
export const HOSTING_ORDERS = {
  created_at: 'id',
  hostname: '{folded hostname}',
  status: 'status',
  // Servers without a plan have the smallest value.
  plan: `{folded coalesce(plan, '')}`,
} as const;

export const hostingFields = {
  id: OwnId,
  hostname: Type.String({ description: 'Hostname of the VPS.', examples: ['shop.example.com'] }),
  label: Nullable(Type.String({ description: 'Label of the VPS; null if none is set.', examples: ['Shop'] })),
  tags: Type.Array(Type.String(), {
    description: 'Tags of the VPS, sorted. `GET /hosting?tag=` filters by tag.',
    examples: [['env:prod', 'shop']],
  }),
  note: Nullable(Type.String({ description: 'Note of the VPS; null if none is set.', examples: ['Runs the shop.'] })),
  protected: Type.Boolean({
    description:
      'True if the VPS is protected: it cannot be rebuilt, and its subscription cannot be cancelled with immediate effect.',
    examples: [false],
  }),
  rescue: Type.Boolean({ description: 'True while the VPS runs its rescue system.', examples: [false] }),
  status: OneOf(HOSTING_STATUSES, {
    description:
      'Status of the VPS. A new VPS is `provisioning` until it runs for the first time; `terminated` is final.',
  }),
  status_reason: Nullable(
    Type.String({
      description:
        'Reason why the VPS is still `provisioning` after a failed attempt to create it, or why staff turned off its network; null otherwise.',
      examples: ['The server could not be created yet. Creation is retried automatically.'],
    }),
  ),
  plan: Nullable(Type.String({ description: 'Name of the plan; null if the VPS has no plan.', examples: ['VPS S'] })),
  region: Type.String({ description: 'Region of the VPS.', examples: ['default'] }),
  node: Nullable(
    Type.String({ description: 'Host that the VPS runs on; null if none is assigned.', examples: ['node-1'] }),
  ),
  vcpus: Type.Integer({ description: 'Number of virtual CPUs.', examples: [2] }),
  memory_mb: Type.Integer({ description: 'Memory in MiB.', examples: [2048] }),
  disk_gb: Type.Integer({ description: 'Disk size in GiB.', examples: [40] }),
  image: Type.String({ description: 'Image that the VPS was created from.', examples: ['debian/13'] }),
  login: Nullable(
    OneOf(HOSTING_LOGINS, {
      description:
        'How the order chose to log in as root: with one of its SSH keys, or with a password that `POST /hosting/password` generates once the VPS is running. Null if neither was chosen.',
    }),
  ),
  ipv4: Type.Array(Type.String(), { description: 'Public IPv4 addresses.', examples: [['192.0.2.10']] }),
  ipv6: Type.Array(Type.String(), { description: 'Public IPv6 addresses.', examples: [['2001:db8::10']] }),
  subscription_id: Nullable(Id('Subscription that the VPS belongs to; null if there is none.')),
  suspended_at: Nullable(DateTime('Time of the suspension; null if the VPS is not suspended.')),
  suspension_reason: Nullable(
    Type.String({
      description: 'Reason of the suspension; null if the VPS is not suspended.',
      examples: ['An invoice is overdue.'],
    }),
  ),
  traffic: HostingTrafficSummary,
  drilled_at: Nullable(DateTime('Time when a backup of the VPS was last verified successfully; null if never.')),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
  capabilities: Type.Array(Type.String(), {
    description:
      'Optional features that the VPS supports. `execute`: applications can be installed. `resize`: the plan can be changed. `terminal`: a console can be opened. `password`: the root password can be reset. `firewall`: firewalls can be attached. `snapshots`: snapshots can be created. `rebuild`: the VPS can be rebuilt from an image. `rescue`: the VPS has a rescue system. Other values may be added.',
    examples: [['execute', 'resize', 'terminal', 'password', 'firewall', 'snapshots', 'rebuild']],
  }),
};

export const Hosting = Resource('Hosting', 'A virtual private server (VPS).', hostingFields);
export type Hosting = Static<typeof Hosting>;

export const HostingWithAction = Resource('HostingWithAction', 'A VPS with the queued action.', {
  ...hostingFields,
  action_id: ActionId,
});

export const PowerRequest = Type.Object({
  force: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'If true, the VPS is powered off immediately, without a clean shutdown. Data that is not yet written to disk is lost.',
    }),
  ),
});

export const HostingSshKeys = Resource('HostingSshKeys', 'The SSH keys of a VPS.', {
  id: Id('Identifier of the VPS.'),
  ssh_keys: Type.Array(Type.String(), {
    description: 'OpenSSH public keys, one line each.',
    examples: [['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBUqjP2pxLkeDws9S2k7AMhNoJRC1nrZtLxx1MgG7Cx1 you@example.com']],
  }),
});

export const AccessRequest = Type.Object({
  ssh_keys: Type.Array(Type.String({ maxLength: 16_384 }), {
    maxItems: MAX_SSH_KEYS,
    description:
      'OpenSSH public keys, one line each. Allowed types: `ssh-ed25519`, `ssh-rsa` with at least 2,048 bits, `ecdsa-sha2-nistp256`, `-384` and `-521`, and the `sk-` types of hardware tokens. Key options are refused. Duplicates are removed.',
    examples: [['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBUqjP2pxLkeDws9S2k7AMhNoJRC1nrZtLxx1MgG7Cx1 you@example.com']],
  }),
});
