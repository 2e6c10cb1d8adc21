import type { Firewall } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import type { Tone } from '../../parts/status.tsx';
import type { Protocol } from './rules.ts';

export const STATUSES: Readonly<Record<Firewall['status'], { label: string; tone: Tone; busy?: boolean }>> = {
  active: { label: t`Active`, tone: 'good' },
  applying: { label: t`Applying`, tone: 'wait', busy: true },
  failed: { label: t`Failed`, tone: 'bad' },
};

export const PROTOCOLS: Readonly<Record<Protocol, string>> = { tcp: 'TCP', udp: 'UDP', icmp: 'ICMP', any: t`Any` };

/** Texts that the page of firewalls and the page of a server share. */
export const texts = {
  title: t`Firewalls`,
  firewall: t`Firewall`,
  name: t`Name`,
  status: t`Status`,
  inbound: t`Inbound rules`,
  outbound: t`Outbound rules`,
  rulesIn: t`Inbound`,
  rulesOut: t`Outbound`,
  servers: t`Servers`,
  attach: t`Attach`,
  attachServers: t`Attach servers`,
  attachFirewall: t`Attach firewall`,
  attachToTitle: (hostname: string) => t`Attach a firewall to ${hostname}`,
  attachTitle: (name: string) => t`Attach ${name} to servers`,
  attachText: t`Only packets that a rule allows reach a server. A server has at most 5 firewalls; their rules add up.`,
  notAttached: t`The firewall was not attached`,
  attached: (name: string) => t`Attaching ${name}.`,
  detach: t`Detach`,
  detachTitle: (name: string, hostname: string) => t`Detach ${name} from ${hostname}`,
  detachLast: t`This is the last firewall of the server. Without a firewall, all packets to and from the server pass.`,
  detachText: t`The rules of this firewall no longer apply to the server. Its other firewalls stay in effect.`,
  notDetached: t`The firewall was not detached`,
  detached: (name: string) => t`Detaching ${name}.`,
  ofServer: t`Firewall`,
  ofServerText: t`Firewalls that are attached to this server. Their rules add up.`,
  noneOfServer: t`No firewall is attached. All packets to and from this server pass, except outgoing mail (TCP port 25) unless support allows it.`,
  unavailable: t`The engine of this server does not support firewalls. All packets to and from this server pass.`,
  noServerFound: t`No other server matches.`,
  noneToAttach: t`Your account has no firewall that can be attached. Create one first.`,
  create: t`Create firewall`,
  sshTitle: t`SSH will be blocked`,
  sshOfFirewall: (address: string | null) =>
    t`${sshBlocked(t`These rules`, address)} You cannot log in by SSH to a server that has only this firewall.`,
  sshOfServers: (blocked: number, all: number, address: string | null) =>
    t`${sshBlocked(nameFirewalls(blocked, all), address)} You cannot log in by SSH.`,
  sshBlockedNow: t`SSH is blocked`,
};

function nameFirewalls(some: number, all: number): string {
  if (all === 1) return t`The firewalls of the server`;
  return some === all ? t`The firewalls of the ${all} servers` : t`The firewalls of ${some} of the ${all} servers`;
}

function sshBlocked(what: string, address: string | null): string {
  return address === null
    ? t`${what} do not allow SSH (TCP port 22) from any address.`
    : t`${what} do not allow SSH (TCP port 22) from your address ${address}.`;
}
