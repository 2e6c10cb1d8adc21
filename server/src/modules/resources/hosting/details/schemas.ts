import { DateTime, Id, Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { describeOwned } from '../../owned.ts';
import { Hosting } from '../schemas.ts';

export const OwnedHosting = describeOwned('OwnedHosting', Hosting);

const EngineFacts = Resource('EngineFacts', 'The machine as the engine reports it.', {
  state: OneOf(['found', 'missing', 'unreachable'], { description: 'State of the machine on the engine.' }),
  status: Nullable(OneOf(['running', 'stopped'], { description: 'Power state; null unless found.' })),
  node: Nullable(Type.String({ description: 'Node; null unless found.' })),
  ipv4: Type.Array(Type.String(), { description: 'IPv4 addresses.' }),
  ipv6: Type.Array(Type.String(), { description: 'IPv6 addresses.' }),
  error: Nullable(Type.String({ description: 'Why the engine could not be read; null if it could.' })),
});
export type EngineFacts = Static<typeof EngineFacts>;

export const HostingDetails = Resource('HostingDetails', 'A VPS with everything that staff need.', {
  ...OwnedHosting.properties,
  kind: Type.String({ description: 'Container or virtual machine.' }),
  instance: Type.String({ description: 'Name of the machine on the engine.', examples: ['vps-12'] }),
  pending: Nullable(Type.String({ description: 'Last accepted operation that has not ended; null if there is none.' })),
  size_reason: Nullable(Type.String({ description: 'Why the size differs from the plan; null if it does not.' })),
  throttled_mbps: Nullable(
    Type.Integer({
      description: 'Network limit in Mbit/s while throttled for its traffic and enforced by the host; null otherwise.',
    }),
  ),
  throttle_missing_since: Nullable(
    DateTime('Time since which its host cannot enforce the limit for its traffic; null if it does, or there is none.'),
  ),
  isolation_reason: Nullable(
    Type.String({ description: 'Why staff turned off the network, visible to the customer; null if it is on.' }),
  ),
  network: Resource('HostingNetwork', 'Packet rules of the server.', {
    firewalls: Type.Array(
      Resource('AttachedFirewall', 'A firewall of the customer that is attached to the server.', {
        id: Id('Firewall.'),
        name: Type.String({ description: 'Name.' }),
        status: Type.String({ description: '`active`, `applying` or `failed`.' }),
      }),
      { description: 'Attached firewalls. Without any, all inbound packets pass.' },
    ),
    smtp_blocked: Type.Boolean({ description: 'True if outgoing mail (TCP port 25) of the account is blocked.' }),
    applied: Type.Boolean({ description: 'False while the engine does not have the latest packet rules.' }),
  }),
  off_since: Nullable(DateTime('Time since which it is off although nobody stopped it; null otherwise.')),
  missing_since: Nullable(DateTime('Time since which its machine is missing on the engine; null otherwise.')),
  engine: EngineFacts,
  suspensions: Type.Array(
    Resource('HostingSuspension', 'A suspension, open or ended.', {
      hosting_id: Id('Server.'),
      cause: Type.String({ description: 'Cause.' }),
      reason: Type.String({ description: 'Reason, visible to the customer.' }),
      opened_at: DateTime('Start.'),
      closed_at: Nullable(DateTime('End; null while it lasts.')),
    }),
    { description: 'Suspensions, oldest first.' },
  ),
  addresses: Type.Array(
    Resource('HostingAddress', 'An address of the server, current or former.', {
      address: Type.String({ description: 'IPv4 or IPv6 address.' }),
      assigned_at: DateTime('Time of the assignment.'),
      released_at: Nullable(DateTime('Time of the release; null while the server has it.')),
    }),
    { description: 'At most 50 addresses, newest first.' },
  ),
  actions: Type.Array(
    Resource('HostingAction', 'An action on the server.', {
      id: Id('Action.'),
      type: Type.String({ description: 'Operation.', examples: ['hosting.restart'] }),
      status: Type.String({ description: '`queued`, `running`, `succeeded` or `failed`.' }),
      error: Nullable(Type.String({ description: 'Reason of a failure; null otherwise.' })),
      created_at: DateTime('Time of the request.'),
      finished_at: Nullable(DateTime('End; null until then.')),
    }),
    { description: 'At most 25 actions, newest first.' },
  ),
  subscription: Nullable(
    Resource('HostingContract', 'The subscription that pays for the server; null if none does.', {
      id: Id('Subscription.'),
      plan: Type.String({ description: 'Plan.' }),
      status: Type.String({ description: 'Status.' }),
      price: Type.Integer({ description: 'Price per period, in the smallest unit of the currency.' }),
      currency: Type.String({ description: 'Currency.' }),
      billing_period: Type.String({ description: 'Billing period.' }),
      current_period_end: DateTime('End of the current period.'),
      ends_at: Nullable(DateTime('End of the subscription; null if it continues.')),
    }),
  ),
});
export type HostingDetails = Static<typeof HostingDetails>;
