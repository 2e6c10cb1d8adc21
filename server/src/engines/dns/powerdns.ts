import { EngineError } from '../engine.ts';
import { askForSoa, type NameServer } from './dns-question.ts';
import type { DnsDriver, DnsZone } from './driver.ts';
import { createPowerDnsApi } from './powerdns-api.ts';
import { checkPowerDns } from './powerdns-check.ts';
import { type ApiSet, type ApiZone, fromSets, listChanges, readSerial, toSets } from './powerdns-zone.ts';
import { checkDomain, checkPointer, checkZone } from './zone-rules.ts';

export interface PowerDnsOptions {
  /** URL of the web server, without `/api`: `http://127.0.0.1:8081`. */
  url: string;
  key: string;
  /** Address for DNS queries; by default the host of the API, port 53. */
  nameServer?: NameServer | undefined;
  serverId?: string;
  /** Kind of new zones: `native` if all servers share the database, `primary` if secondaries fetch the zones. */
  kind?: 'native' | 'primary';
  /** Marks our zones in the field `account` of PowerDNS. Others are never changed. */
  owner?: string;
  timeoutMs?: number;
}

const kindNames = { native: 'Native', primary: 'Master' };
const servfail = 2;
/** Default time limit of a health check. */
const checkPatienceMs = 3_000;
/** A zone may appear or disappear between read and write, but not repeatedly. */
const maxTries = 5;

export function createPowerDns(options: PowerDnsOptions): DnsDriver {
  const { url, key, serverId = 'localhost', kind = 'native', owner = 'hostler', timeoutMs = 10_000 } = options;
  const api = createPowerDnsApi({ url, key, serverId, timeoutMs });
  const { hostname, origin } = new URL(url);
  const nameServer = options.nameServer ?? { host: hostname.replace(/^\[|\]$/g, ''), port: 53 };

  /**
   * Returns the owner of a zone; undefined if there is none. Uses a list, because a 404 may also mean that there is no
   * API.
   */
  async function findOwner(domain: string): Promise<string | undefined> {
    const { body } = await api.call('GET', `/zones?zone=${encodeURIComponent(domain)}.`, [200]);
    if (!Array.isArray(body)) {
      const cause = new Error('The server that answers at this URL is not a PowerDNS API.');
      throw new EngineError('unreachable', 'The name server is out of order at the moment.', { cause });
    }
    return (body as { account: string }[])[0]?.account;
  }

  async function findZone(domain: string): Promise<ApiZone | undefined> {
    const { status, body } = await api.call('GET', pathOf(domain), [200, 404]);
    return status === 200 ? (body as ApiZone) : undefined;
  }

  async function readSet(zone: string, name: string): Promise<{ rrsets?: ApiSet[] }> {
    const query = `rrset_name=${encodeURIComponent(name)}.&rrset_type=PTR`;
    const { body } = await api.call('GET', `${pathOf(zone)}?${query}`, [200]);
    const { rrsets } = body as ApiZone;
    // Servers before 4.8 return the whole zone.
    return { rrsets: rrsets.filter((set) => set.name === `${name}.` && set.type === 'PTR') };
  }

  /** Returns false if the zone exists by now. */
  async function createZone(zone: DnsZone): Promise<boolean> {
    await refuseBelowForeign(zone.domain);
    const { status } = await api.call('POST', '/zones?rrsets=false', [201, 409], {
      name: `${zone.domain}.`,
      kind: kindNames[kind],
      account: owner,
      soa_edit_api: 'INCREASE',
      nameservers: [],
      rrsets: toSets(zone, Math.floor(Date.now() / 1000)),
    });
    return status === 201;
  }

  /** A zone below one of the operator's own would take over its names, such as `panel.` of the hosting company. */
  async function refuseBelowForeign(domain: string): Promise<void> {
    for (let name = above(domain); name !== ''; name = above(name)) {
      if (((await findOwner(name)) ?? owner) !== owner) refuseForeign(domain);
    }
  }

  /** Returns false if the zone was deleted meanwhile. */
  async function changeZone(zone: DnsZone): Promise<boolean> {
    const current = await findZone(zone.domain);
    if (!current) return false;
    // Zones created by hand may lack it, and then a change would not reach the secondaries.
    if (current.soa_edit_api === '') await api.call('PUT', pathOf(zone.domain), [204], { soa_edit_api: 'INCREASE' });
    const rrsets = listChanges(current.rrsets, toSets(zone, readSerial(current.rrsets) ?? 0));
    if (rrsets.length > 0) await api.call('PATCH', pathOf(zone.domain), [204], { rrsets });
    return true;
  }

  async function publishZone(zone: DnsZone): Promise<boolean> {
    const found = await findOwner(zone.domain);
    if (found === undefined) return createZone(zone);
    if (found !== owner) refuseForeign(zone.domain);
    return changeZone(zone);
  }

  return {
    async check(patienceMs = checkPatienceMs) {
      // Two API requests and one DNS query: the last one must finish within the limit, too.
      const own = createPowerDnsApi({ url, key, serverId, timeoutMs: Math.min(timeoutMs, patienceMs / 3) });
      try {
        return await checkPowerDns({ api: own, url: origin, nameServer, questionMs: patienceMs / 8 });
      } finally {
        own.close();
      }
    },

    async putZone(zone) {
      checkZone(zone);
      for (let tries = 1; !(await publishZone(zone)); tries += 1) {
        if (tries === maxTries) throw new EngineError('unreachable', 'The zone is being changed by someone else.');
      }
      // A negative answer may have been cached before.
      await api.call('PUT', `/cache/flush?domain=${zone.domain}.`, [200]);
      // Otherwise the secondaries notice within a minute. A failed notification is not our error.
      if (kind === 'primary') await api.call('PUT', `${pathOf(zone.domain)}/notify`, [200, 400, 422]);
    },

    async setPointer(pointer) {
      checkPointer(pointer);
      for (const { zone, name } of pointer.places) {
        const found = await findOwner(zone);
        if (found === undefined) continue;
        if (found === owner) return false;
        const { rrsets: [set] = [] } = await readSet(zone, name);
        const wanted = pointer.target === null ? undefined : `${pointer.target}.`;
        if (set?.records.length === 1 && set.records[0]?.content === wanted) return true;
        if (set || wanted !== undefined) {
          const rrset = {
            ...{ name: `${name}.`, type: 'PTR', ttl: pointer.ttl },
            ...(wanted === undefined
              ? { changetype: 'DELETE' }
              : { changetype: 'REPLACE', records: [{ content: wanted, disabled: false }] }),
          };
          await api.call('PATCH', pathOf(zone), [204], { rrsets: [rrset] });
          await api.call('PUT', `/cache/flush?domain=${encodeURIComponent(name)}.`, [200]);
          await api.call('PUT', `${pathOf(zone)}/notify`, [200, 400, 422]);
        }
        return true;
      }
      return false;
    },

    async removeZone(domain) {
      checkDomain(domain);
      if ((await findOwner(domain)) === owner) await api.call('DELETE', pathOf(domain), [200, 204, 404]);
    },

    async readZone(domain) {
      checkDomain(domain);
      const zone = (await findOwner(domain)) === owner ? await findZone(domain) : undefined;
      return zone && fromSets(domain, zone.rrsets);
    },

    async isServed(domain) {
      checkDomain(domain);
      const { code, isAuthority } = await askForSoa(nameServer, domain).catch((cause) => {
        throw new EngineError('unreachable', 'The name server does not answer at the moment.', { cause });
      });
      if (code === servfail) throw new EngineError('unreachable', 'The name server is out of order at the moment.');
      return isAuthority;
    },
  };
}

function refuseForeign(domain: string): never {
  throw new EngineError('conflict', `The name ${domain} is in use on our name servers already.`);
}

function pathOf(domain: string): string {
  // PowerDNS writes the ids of zones in this form.
  return `/zones/${domain.replaceAll('/', '=2F')}.`;
}

function above(name: string): string {
  return name.split('.').slice(1).join('.');
}
