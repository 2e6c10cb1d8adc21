import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SignUpSettings } from '../session/generated/types.gen.ts';
import { panelApi } from '../session/panel-api.ts';

const shopSettingsQuery = queryOptions({
  queryKey: ['shop', 'settings'],
  queryFn: ({ signal }) => panelApi.get<SignUpSettings>('/sign-up/settings', {}, { withoutGates: true, signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export function useShopSettings(): SignUpSettings | undefined {
  return useQuery(shopSettingsQuery).data;
}
