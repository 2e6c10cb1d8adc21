import type { WriteLetter } from '#kernel/mail/letter.ts';
import type { Say } from '#kernel/texts/say.ts';
import type { HostingRow } from './store.ts';
import { texts } from './texts.ts';

type Named = Pick<HostingRow, 'hostname' | 'ipv4' | 'ipv6'>;

/** Notifies members that a new server is running. */
export function writeReady(server: Named, url: string): WriteLetter {
  const { hostname } = server;
  return (say) => ({
    subject: say(texts.readySubject, { hostname }),
    paragraphs: [say(texts.ready, { hostname })],
    facts: factsOf(server, say),
    action: { label: say(texts.openServer), url },
  });
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

function factsOf({ hostname, ipv4, ipv6 }: Named, say: Say): (readonly [string, string])[] {
  const addresses = [...JSON.parse(ipv4), ...JSON.parse(ipv6)].join(', ');
  return [[say(texts.server), hostname], ...(addresses === '' ? [] : [[say(texts.addresses), addresses] as const])];
}
