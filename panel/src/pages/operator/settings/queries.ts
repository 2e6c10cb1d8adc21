import { translateStaffTexts } from '#locales/returned.ts';
import type { BrandImage } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation, useOperatorQuery } from '#operator/queries.ts';

export type { BrandImage };

export interface Setting {
  readonly name: string;
  readonly group: string;
  readonly label: string;
  readonly description: string;
  readonly type: 'text' | 'integer' | 'choice' | 'url' | 'color' | 'presence';
  readonly choices: readonly string[] | null;
  readonly value: string | null;
  readonly default: string | null;
  readonly source: 'environment' | 'stored' | 'default';
  readonly variable: string;
  readonly can_change: boolean;
  readonly revision: number;
  readonly changed_at: string | null;
  readonly changed_by: string | null;
}

/** All settings fit on one page of the list. */
const EVERYTHING = { per_page: 100 };

export function useSettings() {
  return useOperatorQuery(['settings', 'list'], async (signal) =>
    translateStaffTexts(await operatorApi.list<Setting>('/settings', EVERYTHING, { signal }), ['label', 'description']),
  );
}

export function useSaveSettings() {
  return useOperatorMutation(
    (change: Readonly<Record<string, string | number>>) => operatorApi.post<{ revision: number }>('/settings', change),
    { touches: ['settings', 'setup', 'today', 'audit'], onError: () => undefined },
  );
}

export function useBrandImages() {
  return useOperatorQuery(['settings', 'images'], (signal) =>
    operatorApi.list<BrandImage>('/brand/images', {}, { signal }),
  );
}

export function useSetImage() {
  return useOperatorMutation(
    ({ kind, file }: { kind: BrandImage['kind']; file: string }) =>
      operatorApi.post<BrandImage>('/brand/images/set', { file }, { query: { id: kind } }),
    { touches: ['settings', 'audit'], onError: () => undefined },
  );
}

export function useRemoveImage() {
  return useOperatorMutation(
    (kind: BrandImage['kind']) => operatorApi.post<BrandImage>('/brand/images/remove', {}, { query: { id: kind } }),
    { touches: ['settings', 'audit'] },
  );
}
