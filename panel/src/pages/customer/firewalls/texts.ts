import { plural, t } from '@lingui/core/macro';
import { texts as shared } from '../../../resources/firewalls/texts.ts';

export const texts = {
  ...shared,
  search: t`Search by name`,
  noMatch: t`No firewall matches. Change or clear the filters.`,
  empty: t`A firewall is a list of rules. Only packets that a rule allows reach the servers that it is attached to.`,
  createTitle: t`Create a firewall`,
  edit: t`Edit firewall`,
  editTitle: (name: string) => t`Edit ${name}`,
  save: t`Save`,
  notSaved: t`The firewall was not saved`,
  created: (name: string) => t`${name} was created. Attach it to a server to put it into effect.`,
  saved: (name: string) => t`${name} was saved.`,
  inboundHint: t`Packets to the servers. Packets that no rule allows are dropped; replies always pass.`,
  outboundHint: t`Packets from the servers. Without outbound rules, all of them pass.`,
  addRule: t`Add rule`,
  addOutboundRule: t`Add outbound rule`,
  removeRule: (number: number) => t`Remove rule ${number}`,
  protocol: t`Protocol`,
  ports: t`Ports`,
  allPorts: t`All ports`,
  onAllPorts: t`all ports`,
  noPorts: t`No ports`,
  networks: t`Networks`,
  networksHint: t`Networks like 203.0.113.0/24 or addresses like 203.0.113.7, separated by commas. 0.0.0.0/0, ::/0 are all addresses.`,
  everywhere: t`Every address`,
  description: t`Description`,
  descriptionHint: t`Description (optional)`,
  noInbound: t`None: all inbound packets are dropped.`,
  noOutbound: t`None: all outbound packets pass.`,
  noServers: t`Not attached to a server: the firewall has no effect.`,
  failed: t`A change could not be applied`,
  failedText: (reason: string | null) =>
    reason === null ? t`It is retried automatically.` : t`${reason} It is retried automatically.`,
  changed: t`Last change`,
  id: 'ID',
  detachFrom: (hostname: string) => t`Detach from ${hostname}`,
  remove: t`Remove firewall`,
  removeTitle: (name: string) => t`Remove ${name}`,
  removeText: (rules: number, servers: number) =>
    servers === 0
      ? t`This deletes the firewall with ${plural(rules, { one: 'its rule', other: 'its # rules' })}.`
      : t`The firewall is attached to ${plural(servers, { one: 'one server', other: '# servers' })}. Detach it first.`,
  removed: (name: string) => t`${name} was removed.`,
};
