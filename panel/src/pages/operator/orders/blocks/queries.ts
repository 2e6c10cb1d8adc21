import type { Block } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation, useOperatorQuery } from '#operator/queries.ts';

export type { Block };

export interface BlockSearch {
  readonly page?: number;
  readonly search?: string;
  readonly kind?: string;
}

export function useBlocks(search: BlockSearch) {
  return useOperatorQuery(
    ['blocks', 'list', search],
    (signal) => operatorApi.list<Block>('/blocks', { ...search }, { signal }),
    { keepPrevious: true },
  );
}

export interface NewBlock {
  readonly kind: string;
  readonly value: string;
  readonly reason?: string | undefined;
}

export function useAddBlock() {
  return useOperatorMutation((input: NewBlock) => operatorApi.post<Block>('/blocks', input), {
    touches: ['blocks'],
    onError: () => undefined,
  });
}

export function useRemoveBlock() {
  return useOperatorMutation((id: number) => operatorApi.post<Block>('/blocks/remove', {}, { query: { id } }), {
    touches: ['blocks'],
  });
}
