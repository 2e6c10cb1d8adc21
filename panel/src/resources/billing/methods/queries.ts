import { usePanelMutation } from '../../../api/queries.ts';
import type { StartedPaymentMethod } from '../../../session/generated/types.gen.ts';
import { panelApi } from '../../../session/panel-api.ts';
import { follow, type PaymentMethod } from '../pay/queries.ts';

const TOUCHES = { touches: ['billing', 'audit'] } as const;

/** Starts to save a payment method on the page of the payment provider. */
export function useAddMethod() {
  return usePanelMutation(
    (accountId, { driver, returnPath }: { driver: string; returnPath: string }) =>
      panelApi.post<StartedPaymentMethod>('/billing/methods', {
        account_id: accountId,
        driver,
        return_path: returnPath,
      }),
    { ...TOUCHES, onSuccess: ({ next }) => void follow(next) },
  );
}

export function useRemoveMethod() {
  return usePanelMutation(
    (accountId, { id }: Pick<PaymentMethod, 'id'>) =>
      panelApi.post('/billing/methods/remove', { account_id: accountId, id }),
    TOUCHES,
  );
}

export function useDefaultMethod() {
  return usePanelMutation(
    (accountId, { id }: Pick<PaymentMethod, 'id'>) =>
      panelApi.post('/billing/methods/default', { account_id: accountId, id }),
    TOUCHES,
  );
}
