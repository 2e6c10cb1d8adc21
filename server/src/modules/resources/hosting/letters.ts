import type { Letter } from '#kernel/mail/letter.ts';
import type { HostingRow } from './store.ts';

type Named = Pick<HostingRow, 'hostname' | 'ipv4' | 'ipv6'>;

/** Notifies members that a new server is running. */
export function writeReady(server: Named, url: string): Letter {
  return {
    subject: `Your server ${server.hostname} is ready`,
    paragraphs: [`Your new server ${server.hostname} is running.`],
    facts: factsOf(server),
    action: { label: 'Open the server', url },
  };
}

/** Notifies members that a server is no longer suspended, and whether it is running. */
export function writeLifted(server: Named & Pick<HostingRow, 'status'>, url: string): Letter {
  return {
    subject: `Your server ${server.hostname} is no longer suspended`,
    paragraphs: [`The suspension of your server ${server.hostname} has ended.`, describePower(server.status)],
    facts: factsOf(server),
    action: { label: 'Open the server', url },
  };
}

function describePower(status: HostingRow['status']): string {
  if (status === 'running') return 'It is running again.';
  if (status === 'stopped') return 'It is stopped, as it was before the suspension. You can start it.';
  return 'It could not be started. Restore it from a backup, or open a ticket.';
}

function factsOf({ hostname, ipv4, ipv6 }: Named): (readonly [string, string])[] {
  const addresses = [...JSON.parse(ipv4), ...JSON.parse(ipv6)].join(', ');
  return [['Server', hostname], ...(addresses === '' ? [] : [['Addresses', addresses] as const])];
}
