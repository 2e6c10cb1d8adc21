import type { Action } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiOf } from '../../api/client.ts';
import { apiKey } from '../../api/queries.ts';
import { translateDetails } from '../../resources/applications/recipe-texts.ts';
import type { Place } from '../../session/place.ts';
import { usePlace } from '../../session/place-context.tsx';

type Resource = Action['resource'];

const NOUNS: Readonly<Record<string, string>> = {
  hosting: t`server`,
  firewall: t`firewall`,
  domain: t`domain`,
  database: t`database`,
  backup: t`backup`,
  snapshot: t`snapshot`,
  application: t`application`,
};

const MINUTES = 60_000;

function nameQuery(place: Place, { type, id }: Resource) {
  return queryOptions({
    queryKey: apiKey(place, ['names', type, id]),
    queryFn: ({ signal }) => readName(place, { type, id }, signal),
    staleTime: 10 * MINUTES,
    retry: false,
  });
}

async function readName(place: Place, { type, id }: Resource, signal: AbortSignal): Promise<string | null> {
  const api = apiOf(place);
  if (type === 'hosting') return (await api.hosting.show({ id }, { signal })).hostname;
  if (type === 'domain') return (await api.domains.show({ id }, { signal })).domain;
  if (type === 'firewall') return (await api.firewalls.show({ id }, { signal })).name;
  if (type === 'application') return (await translateDetails(await api.applications.show({ id }, { signal }))).name;
  if (type === 'backup') return (await api.backups.show({ id }, { signal })).name;
  return null;
}

/** Returns the name of a record, like `web1.example.com`; until it is loaded, `server 7`. */
export function useRecordName(resource: Resource): string {
  const { place } = usePlace();
  return useNameIn(place, resource);
}

export function useNameIn(place: Place, resource: Resource): string {
  const { data } = useQuery(nameQuery(place, resource));
  return data ?? `${NOUNS[resource.type] ?? resource.type} ${resource.id}`;
}

/** Returns the address of the page of a record. */
export function addressOf({ type, id }: Resource): string {
  if (type === 'hosting') return `/servers/${id}`;
  if (type === 'snapshot') return '/servers';
  if (type === 'domain') return `/domains/${id}`;
  if (type === 'firewall') return '/firewalls';
  if (type === 'application') return `/applications/installed/${id}`;
  return type === 'database' ? '/databases' : '/backups';
}
