import { translateStaffTexts } from '#locales/returned.ts';
import type { EnginePart } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorQuery } from '#operator/queries.ts';

export type { EnginePart };

const TEXTS = ['detail', 'advice', 'gaps'];

/** Runs the checks. They are repeated only on request, because each one calls its engine. */
export function useEngines() {
  return useOperatorQuery(
    ['engines', 'list'],
    async (signal) =>
      translateStaffTexts(await operatorApi.list<EnginePart>('/engines', { per_page: 100 }, { signal }), TEXTS),
    { staleTime: 'static' },
  );
}
