import { EngineError, type EngineHealth } from '../engine.ts';
import { askForSoa, type NameServer } from './dns-question.ts';
import { type PowerDnsApi, PowerDnsFault } from './powerdns-api.ts';

interface Checked {
  api: PowerDnsApi;
  url: string;
  nameServer: NameServer;
  /** Timeout of one of the two queries. */
  questionMs: number;
}

interface ServerInfo {
  version: string;
  daemon_type: string;
}

/** A name that does not exist: any answer proves that the server is running. */
const nobody = 'hostler-check.invalid';

export async function checkPowerDns({ api, url, nameServer, questionMs }: Checked): Promise<EngineHealth> {
  let version: string | null = null;
  const unhealthy = (detail: string, advice: string) => ({ reachable: false, version, detail, advice });
  try {
    const { body } = await api.call('GET', '', [200]);
    const info = body as ServerInfo;
    if (typeof info?.version !== 'string') return unhealthy(...adviseForeign(url));
    version = `PowerDNS ${info.version}`;
    if (info.daemon_type !== 'authoritative') {
      return unhealthy(
        `The PowerDNS at ${url} is a ${info.daemon_type}, which has no zones.`,
        'Set HOSTLER_POWERDNS_URL to the API of the authoritative server (pdns_server).',
      );
    }
    // Also reads the database behind the API.
    await api.call('GET', `/zones?zone=${nobody}.`, [200]);
  } catch (error) {
    return unhealthy(...explain(error, url));
  }
  const where = `${nameServer.host} port ${nameServer.port}`;
  try {
    await askForSoa(nameServer, nobody, { timeoutMs: questionMs, tries: 2 });
  } catch {
    return unhealthy(
      `The API responds, but DNS queries to ${where} are not answered.`,
      'Set HOSTLER_POWERDNS_NAMESERVER to an address and port where it answers queries (local-address and local-port in pdns.conf), and let UDP through.',
    );
  }
  return { reachable: true, version, detail: `Can manage zones; answers DNS queries at ${where}.`, advice: null };
}

/** Returns the problem and the advice. */
function explain(error: unknown, url: string): [string, string] {
  const cause = error instanceof EngineError ? error.cause : error;
  if (cause instanceof PowerDnsFault) {
    if (cause.status === 401 || cause.status === 403) {
      return [
        `The PowerDNS at ${url} does not accept the key.`,
        'Set HOSTLER_POWERDNS_KEY to the api-key in pdns.conf, and start Hostler again.',
      ];
    }
    if (cause.status === 404 || cause.status === 405) return adviseForeign(url);
    return [`The PowerDNS at ${url} reports an error: ${cause.message}`, 'Check its log and its database.'];
  }
  const { name, code } = cause as { name?: string; code?: string };
  if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return [
      `${url} did not answer in time.`,
      'Check the load of PowerDNS and the firewall between it and this machine.',
    ];
  }
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') {
    return [
      `${url} closes the connection without a response.`,
      "Add this machine's address to webserver-allow-from in pdns.conf, and restart PowerDNS.",
    ];
  }
  return [
    `${url} cannot be reached (${code ?? name ?? 'unknown'}).`,
    'Start PowerDNS, and compare HOSTLER_POWERDNS_URL with webserver-address and webserver-port in pdns.conf.',
  ];
}

function adviseForeign(url: string): [string, string] {
  return [
    `The server at ${url} is not a PowerDNS API.`,
    'Set api=yes in pdns.conf and restart PowerDNS; HOSTLER_POWERDNS_URL is the address of its webserver, without /api.',
  ];
}
