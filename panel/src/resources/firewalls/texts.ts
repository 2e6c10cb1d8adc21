import type { Firewall } from '@hostler/sdk';
import type { Tone } from '../../parts/status.tsx';
import type { Protocol } from './rules.ts';

export const STATUSES: Readonly<Record<Firewall['status'], { label: string; tone: Tone; busy?: boolean }>> = {
  active: { label: 'Active', tone: 'good' },
  applying: { label: 'Applying', tone: 'wait', busy: true },
  failed: { label: 'Failed', tone: 'bad' },
};

export const PROTOCOLS: Readonly<Record<Protocol, string>> = { tcp: 'TCP', udp: 'UDP', icmp: 'ICMP', any: 'Any' };

/** Texts that the page of firewalls and the page of a server share. */
export const texts = {
  title: 'Firewalls',
  firewall: 'Firewall',
  name: 'Name',
  status: 'Status',
  inbound: 'Inbound rules',
  outbound: 'Outbound rules',
  rulesIn: 'Inbound',
  rulesOut: 'Outbound',
  servers: 'Servers',
  attach: 'Attach',
  attachServers: 'Attach servers',
  attachFirewall: 'Attach firewall',
  attachToTitle: (hostname: string) => `Attach a firewall to ${hostname}`,
  attachTitle: (name: string) => `Attach ${name} to servers`,
  attachText: 'Only packets that a rule allows reach a server. A server has at most 5 firewalls; their rules add up.',
  notAttached: 'The firewall was not attached',
  attached: (name: string) => `Attaching ${name}.`,
  detach: 'Detach',
  detachTitle: (name: string, hostname: string) => `Detach ${name} from ${hostname}`,
  detachLast: 'This is the last firewall of the server. Without a firewall, all packets to and from the server pass.',
  detachText: 'The rules of this firewall no longer apply to the server. Its other firewalls stay in effect.',
  notDetached: 'The firewall was not detached',
  detached: (name: string) => `Detaching ${name}.`,
  ofServer: 'Firewall',
  ofServerText: 'Firewalls that are attached to this server. Their rules add up.',
  noneOfServer:
    'No firewall is attached. All packets to and from this server pass, except outgoing mail (TCP port 25) unless support allows it.',
  unavailable: 'The engine of this server does not support firewalls. All packets to and from this server pass.',
  noServerFound: 'No other server matches.',
  noneToAttach: 'Your account has no firewall that can be attached. Create one first.',
  create: 'Create firewall',
  sshTitle: 'SSH will be blocked',
  sshOfFirewall: (address: string | null) =>
    `${sshBlocked('These rules', address)} You cannot log in by SSH to a server that has only this firewall.`,
  sshOfServers: (blocked: number, all: number, address: string | null) =>
    `${sshBlocked(`The firewalls of ${nameServers(blocked, all)}`, address)} You cannot log in by SSH.`,
  sshBlockedNow: 'SSH is blocked',
};

function nameServers(some: number, all: number): string {
  if (all === 1) return 'the server';
  return some === all ? `the ${all} servers` : `${some} of the ${all} servers`;
}

function sshBlocked(what: string, address: string | null): string {
  return address === null
    ? `${what} do not allow SSH (TCP port 22) from any address.`
    : `${what} do not allow SSH (TCP port 22) from your address ${address}.`;
}
