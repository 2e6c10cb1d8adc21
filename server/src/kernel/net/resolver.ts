import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { isLocalName } from './target.ts';

/**
 * Returns all addresses of a name and throws if there is none. Tests use their own to simulate a malicious name server.
 */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const HOSTS_FILE = '/etc/hosts';
/** Time that the hosts file and the list of name servers stay cached. */
const SETTINGS_MS = 10_000;

/**
 * Returns a resolver that queries the name servers directly. `dns.lookup` would block the four threads of libuv: four
 * names on a slow name server would stop all file access and password hashing.
 */
export function createResolve(): Resolve {
  const settings = keepFor(SETTINGS_MS, () => ({
    hosts: readHosts(),
    resolver: new Resolver({ timeout: 2_000, tries: 2 }),
  }));
  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    if (isLocalName(name)) return ['127.0.0.1', '::1'];
    const { hosts, resolver } = settings();
    const listed = (await hosts).get(name);
    if (listed) return listed;
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw answers[0].status === 'rejected' ? answers[0].reason : new Error('no address');
    return addresses;
  };
}

function keepFor<T>(milliseconds: number, make: () => T): () => T {
  let kept: { value: T; until: number } | undefined;
  return () => {
    const now = performance.now();
    if (!kept || kept.until < now) kept = { value: make(), until: now + milliseconds };
    return kept.value;
  };
}

async function readHosts(): Promise<Map<string, string[]>> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  return parseHosts(text);
}

export function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) hosts.set(name.toLowerCase(), [...(hosts.get(name.toLowerCase()) ?? []), address]);
  }
  return hosts;
}
