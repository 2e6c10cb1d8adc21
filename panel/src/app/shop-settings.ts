import { queryOptions, useQuery } from '@tanstack/react-query';
import { door } from '../session/door.ts';
import type { SignUpSettings } from '../session/generated/types.gen.ts';

const shopSettingsQuery = queryOptions({
  queryKey: ['shop', 'settings'],
  queryFn: ({ signal }) => door.get<SignUpSettings>('/sign-up/settings', {}, { withoutGates: true, signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export function useShopSettings(): SignUpSettings | undefined {
  return useQuery(shopSettingsQuery).data;
}
