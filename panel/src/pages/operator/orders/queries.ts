import { translateStaffTexts } from '#locales/returned.ts';
import type { Order, OrderDetails } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation, useOperatorQuery } from '#operator/queries.ts';

export type { Order, OrderDetails };

export interface OrderSearch {
  readonly page?: number;
  readonly search?: string;
  readonly account?: string;
  readonly kind?: string;
  readonly status?: string;
}

export function useOrders(search: OrderSearch) {
  return useOperatorQuery(
    ['orders', 'list', search],
    async (signal) => {
      const orders = await operatorApi.list<Order>('/orders', { ...search }, { signal });
      for (const { flags } of orders.data) await translateStaffTexts(flags, ['reason']);
      return orders;
    },
    { keepPrevious: true },
  );
}

export function useOrder(id: number | undefined) {
  return useOperatorQuery(
    ['orders', 'show', id],
    async (signal) => {
      const order = await operatorApi.get<OrderDetails>('/orders/show', { id }, { signal });
      await translateStaffTexts(order.flags, ['reason']);
      return order;
    },
    { enabled: id !== undefined },
  );
}

export const TOUCHES = ['orders', 'blocks', 'today', 'accounts', 'subscriptions', 'invoices', 'payments'];

export function useApprove() {
  return useOperatorMutation((id: number) => operatorApi.post<Order>('/orders/approve', {}, { query: { id } }), {
    touches: TOUCHES,
  });
}

export interface Refusal {
  readonly id: number;
  readonly reason: string;
  readonly block: readonly string[];
}

export function useRefuse() {
  return useOperatorMutation(
    ({ id, ...refusal }: Refusal) => operatorApi.post<Order>('/orders/refuse', refusal, { query: { id } }),
    { touches: TOUCHES, onError: () => undefined },
  );
}
