import { viewPage } from '@hostler/database';
import { command, list, type Route, show } from '#kernel/http/route.ts';
import {
  AttachRequest,
  FIREWALL_ORDERS,
  FIREWALL_STATUSES,
  Firewall,
  FirewallChange,
  FirewallWithAction,
  MAX_NETWORKS_PER_ACCOUNT,
  MAX_NETWORKS_PER_SERVER,
  NewFirewall,
} from './schemas.ts';
import type { FirewallService } from './service.ts';
import { viewChanged, viewFirewall } from './view.ts';

const id = { aliases: ['firewall_id'], description: 'Identifier of the firewall.' };
const QUEUED =
  'If servers are affected, the status is 202 and `action_id` names the action `firewall.apply`; otherwise 200.';

export function firewallRoutes(firewalls: FirewallService): Route[] {
  return [
    list({
      path: '/firewalls',
      access: 'hosting.read',
      summary: 'List firewalls',
      description: 'Lists the firewalls of the account, newest first. `search` matches the name.',
      item: Firewall,
      statuses: FIREWALL_STATUSES,
      orders: FIREWALL_ORDERS,
      *handle({ caller }, page) {
        const found = yield* firewalls.list(caller.account.id, page);
        return viewPage(found, ({ firewall, hostingIds }) => viewFirewall(firewall, hostingIds));
      },
    }),
    show({
      path: '/firewalls/show',
      access: 'hosting.read',
      summary: 'Get a firewall',
      description: 'Returns one firewall.',
      id,
      data: Firewall,
      *handle({ caller, id }) {
        const { firewall, hostingIds } = yield* firewalls.find(caller.account.id, id);
        return viewFirewall(firewall, hostingIds);
      },
    }),
    command({
      path: '/firewalls',
      access: 'hosting.write',
      summary: 'Create a firewall',
      description:
        'Creates a firewall. It takes effect on the servers that you attach it to. Inbound packets that no rule allows are dropped; replies, ARP, neighbour discovery and DHCP always pass.',
      status: 201,
      message: 'Firewall created.',
      body: NewFirewall,
      data: Firewall,
      errors: ['QUOTA_EXCEEDED'],
      *handle({ caller, body, now }) {
        const { firewall, hostingIds } = yield* firewalls.create(caller.account.id, body, now);
        return viewFirewall(firewall, hostingIds);
      },
    }),
    command({
      path: '/firewalls/update',
      access: 'hosting.write',
      summary: 'Update a firewall',
      description: `Updates a firewall. A given list of rules replaces the current list as a whole. Omitted fields keep their values. ${QUEUED}`,
      status: 202,
      statusWithoutAction: 200,
      message: 'Firewall updated.',
      id,
      body: FirewallChange,
      data: FirewallWithAction,
      *handle({ caller, id, body, now }) {
        return viewChanged(yield* firewalls.update(caller.account.id, id, body, now));
      },
    }),
    command({
      path: '/firewalls/attach',
      access: 'hosting.write',
      summary: 'Attach a firewall to servers',
      description: `Attaches a firewall to servers. The rules of all firewalls of a server add up; a server has at most 5, with ${MAX_NETWORKS_PER_SERVER} networks in total. The servers of an account have at most ${MAX_NETWORKS_PER_ACCOUNT}. ${QUEUED}`,
      status: 202,
      statusWithoutAction: 200,
      message: 'Firewall attached.',
      id,
      body: AttachRequest,
      data: FirewallWithAction,
      *handle({ caller, id, body, now }) {
        return viewChanged(yield* firewalls.attach(caller.account.id, id, body.hosting_ids, now));
      },
    }),
    command({
      path: '/firewalls/detach',
      access: 'hosting.write',
      summary: 'Detach a firewall from servers',
      description: `Detaches a firewall from servers. A server without a firewall has full network access. ${QUEUED}`,
      status: 202,
      statusWithoutAction: 200,
      message: 'Firewall detached.',
      id,
      body: AttachRequest,
      data: FirewallWithAction,
      *handle({ caller, id, body, now }) {
        return viewChanged(yield* firewalls.detach(caller.account.id, id, body.hosting_ids, now));
      },
    }),
    command({
      path: '/firewalls/remove',
      access: 'hosting.write',
      summary: 'Remove a firewall',
      description:
        'Removes a firewall. If the firewall is attached to a server, or named by an order that is not yet delivered, the error is `CONFLICT`. Returns the removed firewall.',
      status: 200,
      message: 'Firewall removed.',
      id,
      data: Firewall,
      errors: ['CONFLICT'],
      *handle({ caller, id }) {
        return viewFirewall(yield* firewalls.remove(caller.account.id, id), []);
      },
    }),
  ];
}
