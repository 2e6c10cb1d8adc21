import { queryOptions, useQuery } from '@tanstack/react-query';
import { door } from '../session/door.ts';

/** How the company that runs this sells, and where its documents are: for everybody. */
export interface ShopSettings {
  /** Whether one can make an account here; in `review` somebody looks at it first. */
  readonly signup: 'open' | 'review' | 'closed';
  readonly terms_version: string | null;
  readonly links: {
    readonly imprint: string | null;
    readonly terms: string | null;
    readonly privacy: string | null;
    readonly abuse: string | null;
  };
}

const shopSettingsQuery = queryOptions({
  queryKey: ['shop', 'settings'],
  queryFn: ({ signal }) => door.get<ShopSettings>('/sign-up/settings', {}, { withoutGates: true, signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export function useShopSettings(): ShopSettings | undefined {
  return useQuery(shopSettingsQuery).data;
}
