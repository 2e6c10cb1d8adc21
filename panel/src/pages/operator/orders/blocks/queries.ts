import type { Block } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation } from '#operator/queries.ts';

export type { Block };

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
