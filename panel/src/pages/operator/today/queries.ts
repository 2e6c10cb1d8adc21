import { loadReturned, translateReturned } from '#locales/returned.ts';
import type { Today } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorQuery } from '#operator/queries.ts';

export type TodayNumber = Today['numbers'][number];

const EVERY_MS = 30_000;
/** While the first check of the engines runs. */
const SOON_MS = 2_000;

export function useToday() {
  return useOperatorQuery(
    ['today'],
    async (signal) => translateDetails(await operatorApi.get<Today>('/today', {}, { signal })),
    {
      refetchInterval: (today) => (today?.numbers.some(({ count }) => count === null) ? SOON_MS : EVERY_MS),
    },
  );
}

/** A detail is a list of names and states. */
async function translateDetails({ numbers }: Today): Promise<Today> {
  await loadReturned('staff');
  return {
    numbers: numbers.map((number) => ({
      ...number,
      detail: number.detail?.split(', ').map(translateReturned).join(', ') ?? null,
    })),
  };
}
