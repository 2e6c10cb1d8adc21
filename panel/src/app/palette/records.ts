import { t } from '@lingui/core/macro';
import { useQueries } from '@tanstack/react-query';
import { apiOf } from '../../api/client.ts';
import { apiKey } from '../../api/queries.ts';
import { type Permission, useMay, usePlace } from '../../session/place-context.tsx';

export interface FoundRecord {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly to: string;
}

const PER_KIND = 5;
/** Minimum length of a search term; shorter terms match too many records. */
const SHORTEST = 2;

interface Kind {
  readonly resource: string;
  readonly needs: Permission;
  readonly find: (api: ReturnType<typeof apiOf>, search: string, signal: AbortSignal) => Promise<FoundRecord[]>;
}

const KINDS: readonly Kind[] = [
  {
    resource: 'hosting',
    needs: 'hosting.read',
    find: async (api, search, signal) =>
      (await api.hosting.list({ search, per_page: PER_KIND }, { signal })).data.map(({ id, hostname, label }) => ({
        id: `hosting-${id}`,
        label: hostname,
        description: label ? t`Server, ${label}` : t`Server`,
        to: `/servers/${id}`,
      })),
  },
  {
    resource: 'firewalls',
    needs: 'hosting.read',
    find: async (api, search, signal) =>
      (await api.firewalls.list({ search, per_page: PER_KIND }, { signal })).data.map(({ id, name }) => ({
        id: `firewall-${id}`,
        label: name,
        description: t`Firewall`,
        to: `/firewalls?firewall=${id}`,
      })),
  },
  {
    resource: 'domains',
    needs: 'domains.read',
    find: async (api, search, signal) =>
      (await api.domains.list({ search, per_page: PER_KIND }, { signal })).data.map(({ id, domain }) => ({
        id: `domain-${id}`,
        label: domain,
        description: t`Domain`,
        to: `/domains/${id}`,
      })),
  },
  {
    resource: 'databases',
    needs: 'databases.read',
    find: async (api, search, signal) =>
      (await api.databases.list({ search, per_page: PER_KIND }, { signal })).data.map(({ id, name }) => ({
        id: `database-${id}`,
        label: name,
        description: t`Database`,
        to: `/databases?search=${encodeURIComponent(name)}`,
      })),
  },
  {
    resource: 'monitoring',
    needs: 'monitoring.read',
    find: async (api, search, signal) =>
      (await api.monitoring.checks.list({ search, per_page: PER_KIND }, { signal })).data.map(
        ({ id, name, target }) => ({
          id: `check-${id}`,
          label: name,
          description: t`Check, ${target}`,
          to: `/monitoring/checks?check=${id}`,
        }),
      ),
  },
  {
    resource: 'applications',
    needs: 'applications.read',
    find: async (api, search, signal) =>
      (await api.applications.list({ search, per_page: PER_KIND }, { signal })).data.map(({ id, name, version }) => ({
        id: `application-${id}`,
        label: name,
        description: t`Application, ${version}`,
        to: `/applications/installed/${id}`,
      })),
  },
  {
    resource: 'emails',
    needs: 'emails.read',
    find: async (api, search, signal) =>
      (await api.emails.list({ search, per_page: PER_KIND }, { signal })).data.map(({ id, address }) => ({
        id: `mailbox-${id}`,
        label: address,
        description: t`Mailbox`,
        to: `/emails?search=${encodeURIComponent(address)}`,
      })),
  },
  {
    resource: 'tickets',
    needs: 'tickets.read',
    find: async (api, search, signal) =>
      (await api.tickets.list({ search, per_page: PER_KIND }, { signal })).data.map(({ id, subject, status }) => ({
        id: `ticket-${id}`,
        label: subject,
        description: t`Ticket, ${status.replaceAll('_', ' ')}`,
        to: `/tickets/${id}`,
      })),
  },
];

/** Searches all record types in parallel. Results appear as they arrive; failed searches are left out. */
export function useFoundRecords(search: string): { records: readonly FoundRecord[]; searching: boolean } {
  const { place } = usePlace();
  const may = useMay();
  const enabled = search.length >= SHORTEST;
  const answers = useQueries({
    queries: KINDS.filter(({ needs }) => may(needs)).map(({ resource, find }) => ({
      queryKey: apiKey(place, [resource, 'palette', search]),
      queryFn: ({ signal }: { signal: AbortSignal }) => find(apiOf(place), search, signal),
      enabled,
      retry: false,
    })),
  });
  return {
    records: enabled ? answers.flatMap(({ data }) => data ?? []) : [],
    searching: enabled && answers.some(({ isFetching }) => isFetching),
  };
}
