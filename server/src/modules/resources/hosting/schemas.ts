import { DateTime, Id, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';
import { MAX_SSH_KEYS } from './ssh-keys/ssh-keys.ts';

export const HOSTING_STATUSES = [
  'provisioning',
  'running',
  'stopped',
  'restarting',
  'restoring',
  'suspended',
  'error',
  'terminated',
] as const;
export type HostingStatus = (typeof HOSTING_STATUSES)[number];

const hostingFields = {
  id: Id('Assigned by the service.'),
  hostname: Type.String({ examples: ['shop.example.com'] }),
  label: Nullable(Type.String({ description: 'What the customer calls it.', examples: ['Shop'] })),
  status: OneOf(HOSTING_STATUSES, { description: 'Where it stands.' }),
  status_reason: Nullable(
    Type.String({
      description: 'Why the VPS is still `provisioning` although an attempt to create it failed; null otherwise.',
      examples: ['The server could not be created yet. Creation is retried automatically.'],
    }),
  ),
  plan: Nullable(Type.String({ description: 'What was bought.', examples: ['VPS S'] })),
  region: Type.String({ examples: ['default'] }),
  node: Nullable(Type.String({ description: 'The host it lives on.', examples: ['node-1'] })),
  vcpus: Type.Integer({ examples: [2] }),
  memory_mb: Type.Integer({ examples: [2048] }),
  disk_gb: Type.Integer({ examples: [40] }),
  image: Type.String({ description: 'What it was made from.', examples: ['debian/13'] }),
  ipv4: Type.Array(Type.String(), { examples: [['192.0.2.10']] }),
  ipv6: Type.Array(Type.String(), { examples: [['2001:db8::10']] }),
  subscription_id: Nullable(Id('The subscription that pays for it.')),
  suspended_at: Nullable(DateTime('When it was suspended.')),
  suspension_reason: Nullable(Type.String({ examples: ['An invoice is overdue.'] })),
  created_at: DateTime('When it was made.'),
  updated_at: DateTime('When it last changed.'),
  capabilities: Type.Array(Type.String(), {
    description:
      'What can be done with it beside the usual, as far as the engine that it runs on is able. `execute`: applications can be installed inside. `resize`: it can be given another size. More may be added.',
    examples: [['execute', 'resize']],
  }),
};

export const Hosting = Resource('Hosting', hostingFields);
export type Hosting = Static<typeof Hosting>;

export const HostingWithAction = Resource('HostingWithAction', {
  ...hostingFields,
  action_id: Id('The queued work; follow it at /actions/show.'),
});

export const PowerRequest = Type.Object({
  force: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Pulls the plug at once, instead of asking the system to shut down first. What it had not written to disk is lost.',
    }),
  ),
});

export const HostingSshKeys = Resource('HostingSshKeys', {
  id: Id('The VPS.'),
  ssh_keys: Type.Array(Type.String(), {
    description: 'OpenSSH public keys as the machine has them, one line each.',
    examples: [['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBUqjP2pxLkeDws9S2k7AMhNoJRC1nrZtLxx1MgG7Cx1 you@example.com']],
  }),
});

export const AccessRequest = Type.Object({
  ssh_keys: Type.Array(Type.String({ maxLength: 16_384 }), {
    maxItems: MAX_SSH_KEYS,
    description:
      'OpenSSH public keys, one line each: `ssh-ed25519`, `ssh-rsa` of 2,048 bits or more, `ecdsa-sha2-nistp256`, `-384` and `-521`, and the `sk-` types of hardware tokens. Options before the key are not taken. The same key twice counts once.',
    examples: [['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBUqjP2pxLkeDws9S2k7AMhNoJRC1nrZtLxx1MgG7Cx1 you@example.com']],
  }),
});
