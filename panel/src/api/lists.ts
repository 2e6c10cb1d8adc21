import type { CallOptions, Pages } from '@hostler/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CsvSource } from '../parts/data-table/csv-source.ts';
import { panelApi } from '../session/panel-api.ts';
import { usePlace } from '../session/place-context.tsx';
import type { Query } from '../session/session-client.ts';
import { type Api, apiOf } from './client.ts';
import { type Key, useApiQuery, usePanelQuery } from './queries.ts';

/** Rows per request of a download: the maximum of the API. */
const PER_PAGE = 100;
/** A download waits this many seconds for the rate limit, which counts per minute. */
const LONGEST_PAUSE = 60;

interface ListExtras<Item> {
  readonly enabled?: boolean;
  readonly refetchInterval?: number;
  /** Translates the shown rows. A download has them as the API returns them. */
  readonly translate?: (items: readonly Item[]) => Promise<Item[]>;
}

type ListQuery<Page> = UseQueryResult<Page> & { readonly csv: CsvSource };

/**
 * Queries a page of a list of the public API. `input` has the filters of the address unchanged; the API validates them.
 * `csv` reads all pages, for `DataTable`.
 */
export function useApiList<Item extends object, Input extends object>(
  key: Key,
  input: Input,
  ask: (api: Api, input: Input, options: CallOptions) => Pages<Item>,
  { translate, ...extras }: ListExtras<Item> = {},
): ListQuery<Awaited<Pages<Item>>> {
  const { place } = usePlace();
  const query = useApiQuery(
    [...key, input],
    async (api, signal) => {
      const page = await ask(api, input, { signal });
      return translate ? { ...page, data: await translate(page.data) } : page;
    },
    { keepPrevious: true, ...extras },
  );
  const rows = (signal: AbortSignal) =>
    ask(apiOf(place), { ...input, page: undefined, per_page: PER_PAGE }, { signal, longestPause: LONGEST_PAUSE });
  return { ...query, csv: { name: nameFile(key), rows } };
}

/** Queries a page of a list of the panel API. */
export function usePanelList<Item extends object>(key: Key, path: string, input: Query) {
  const { accountId } = usePlace().place;
  const ask = (page: Query, signal: AbortSignal) =>
    panelApi.list<Item>(path, { account_id: accountId, ...input, ...page }, { signal });
  const query = usePanelQuery([...key, input], (_account, signal) => ask({}, signal), { keepPrevious: true });
  async function* rows(signal: AbortSignal): AsyncGenerator<Item> {
    for (let page = 1, last = 1; page <= last; page++) {
      const { data, meta } = await ask({ page, per_page: PER_PAGE }, signal);
      last = meta.last_page;
      yield* data;
    }
  }
  return { ...query, csv: { name: nameFile(key), rows } };
}

/** `['monitoring', 'checks']` is `monitoring-checks`. */
function nameFile(key: Key): string {
  return key.filter((part) => typeof part === 'string' && part !== 'list').join('-');
}
