import { t } from '@lingui/core/macro';
import { useQueries } from '@tanstack/react-query';
import { apiOf } from '../../api/client.ts';
import { apiKey, usePanelQuery } from '../../api/queries.ts';
import { formatMoney } from '../../parts/numbers.ts';
import { translateApplications } from '../../resources/applications/recipe-texts.ts';
import { INVOICE_STATUSES } from '../../resources/billing/texts.ts';
import type { FoundRecords } from '../../session/generated/types.gen.ts';
import { panelApi } from '../../session/panel-api.ts';
import { type Permission, useMay, usePlace } from '../../session/place-context.tsx';

export interface FoundRecord {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly to: string;
}

type Found = FoundRecords['found'][number];

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
    find: async (api, search, signal) => {
      const { data } = await api.applications.list({ search, per_page: PER_KIND }, { signal });
      return (await translateApplications(data)).map(({ id, name, version }) => ({
        id: `application-${id}`,
        label: name,
        description: t`Application, ${version}`,
        to: `/applications/installed/${id}`,
      }));
    },
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
    resource: 'invoices',
    needs: 'billing.read',
    find: async (api, search, signal) =>
      (await api.billing.invoices.list({ search, per_page: PER_KIND }, { signal })).data.map(
        ({ id, number, status, total, currency }) => {
          const [amount, state] = [formatMoney(total, currency), INVOICE_STATUSES[status].label];
          return {
            id: `invoice-${id}`,
            label: number,
            description: t`Invoice, ${amount}, ${state}`,
            to: `/billing?invoice=${id}`,
          };
        },
      ),
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

/** Shows a record that the panel API found. */
function toRecord({ type, id, title, subtitle, server_id }: Found, search: string): FoundRecord {
  switch (type) {
    case 'address':
      return { id: `address-${id}`, label: title, description: t`Address of ${subtitle}`, to: `/servers/${server_id}` };
    case 'ticket':
      return { id: `ticket-${id}`, label: title, description: t`Ticket ${id}`, to: `/tickets/${id}` };
    case 'person':
      return { id: `person-${id}`, label: title, description: t`Person, ${subtitle}`, to: '/account/people' };
    case 'key':
      return { id: `key-${id}`, label: title, description: t`API key …${subtitle}`, to: `/developers/keys?key=${id}` };
    case 'request':
      return {
        id: `request-${id}`,
        label: title,
        description: t`Request, ${subtitle}`,
        to: `/developers/requests?request_id=${encodeURIComponent(search)}`,
      };
  }
}

const SECRET = /^svc_(live|test)_/;

/** Returns the text to search for. Of an API key only the last characters are sent, because a key is a secret. */
function withoutSecret(search: string): string {
  return SECRET.test(search) ? search.slice(-4) : search;
}

/** Searches all record types in parallel. Results appear as they arrive; failed searches are left out. */
export function useFoundRecords(search: string): { records: readonly FoundRecord[]; searching: boolean } {
  const { place } = usePlace();
  const may = useMay();
  const enabled = search.length >= SHORTEST;
  const answers = useQueries({
    queries: KINDS.filter(({ needs }) => may(needs) && !SECRET.test(search)).map(({ resource, find }) => ({
      queryKey: apiKey(place, [resource, 'palette', search]),
      queryFn: ({ signal }: { signal: AbortSignal }) => find(apiOf(place), search, signal),
      enabled,
      retry: false,
    })),
  });
  const text = withoutSecret(search);
  const others = usePanelQuery(
    ['search', text],
    async (account_id, signal) =>
      (await panelApi.get<FoundRecords>('/search', { account_id, q: text }, { signal })).found,
    { enabled: enabled || /^#?\d+$/.test(search) },
  );
  const listed = enabled ? answers.flatMap(({ data }) => data ?? []) : [];
  const known = new Set(listed.map(({ id }) => id));
  const further = (others.data ?? []).map((found) => toRecord(found, text)).filter(({ id }) => !known.has(id));
  return {
    records: [...listed, ...further],
    searching: others.isFetching || (enabled && answers.some(({ isFetching }) => isFetching)),
  };
}
