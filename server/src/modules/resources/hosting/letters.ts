import type { WriteLetter } from '#kernel/mail/letter.ts';
import type { Say } from '#kernel/texts/say.ts';
import type { HostingRow } from './store.ts';
import { texts } from './texts.ts';

type Named = Pick<HostingRow, 'hostname' | 'ipv4' | 'ipv6'>;

/** Notifies members that a new server is running, and says how to log in. Never contains a password. */
export function writeReady(server: Named & Pick<HostingRow, 'ssh_keys' | 'login'>, url: string): WriteLetter {
  const { hostname } = server;
  const [address] = addressesOf(server);
  return (say) => ({
    subject: say(texts.readySubject, { hostname }),
    paragraphs: [say(texts.ready, { hostname }), say(describeLogin(server))],
    facts: [
      ...factsOf(server, say),
      ...(address === undefined ? [] : [[say(texts.logIn), `ssh root@${address}`] as const]),
    ],
    action: { label: say(texts.openServer), url },
    links: {
      title: say(texts.nextSteps),
      items: [
        { label: say(texts.terminal), url: `${url}/console` },
        { label: say(texts.pointDomain), url: `${url}/domains` },
        { label: say(texts.setFirewall), url: `${url}/firewall` },
        { label: say(texts.takeBackup), url: `${url}/backups` },
      ],
    },
  });
}

function describeLogin({ ssh_keys, login }: Pick<HostingRow, 'ssh_keys' | 'login'>) {
  if (login === 'password') return texts.withPassword;
  return ssh_keys === '[]' ? texts.withoutKey : texts.withKey;
}

/** Notifies members that a server is no longer suspended, and whether it is running. */
export function writeLifted(server: Named & Pick<HostingRow, 'status'>, url: string): WriteLetter {
  const { hostname, status } = server;
  return (say) => ({
    subject: say(texts.liftedSubject, { hostname }),
    paragraphs: [say(texts.lifted, { hostname }), say(describePower(status))],
    facts: factsOf(server, say),
    action: { label: say(texts.openServer), url },
  });
}

function describePower(status: HostingRow['status']) {
  if (status === 'running') return texts.running;
  return status === 'stopped' ? texts.stopped : texts.broken;
}

function factsOf(server: Named, say: Say): (readonly [string, string])[] {
  const addresses = addressesOf(server).join(', ');
  return [
    [say(texts.server), server.hostname],
    ...(addresses === '' ? [] : [[say(texts.addresses), addresses] as const]),
  ];
}

function addressesOf({ ipv4, ipv6 }: Named): string[] {
  return [...JSON.parse(ipv4), ...JSON.parse(ipv6)];
}
