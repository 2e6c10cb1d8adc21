import { queryOptions, useQuery } from '@tanstack/react-query';
import { door } from '../session/door.ts';

/** Public settings of the company: sign-up mode and links to legal documents. */
export interface ShopSettings {
  /** Sign-up mode; with `review`, staff approve each new account. */
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
