import { useDoorMutation } from '../../../api/queries.ts';
import { door } from '../../../session/door.ts';
import type { StartedPaymentMethod } from '../../../session/generated/types.gen.ts';
import { follow, type PaymentMethod } from '../pay/queries.ts';

const TOUCHES = { touches: ['billing', 'audit'] } as const;

/** Starts to save a payment method on the page of the payment provider. */
export function useAddMethod() {
  return useDoorMutation(
    (accountId, { driver, returnPath }: { driver: string; returnPath: string }) =>
      door.post<StartedPaymentMethod>('/billing/methods', {
        account_id: accountId,
        driver,
        return_path: returnPath,
      }),
    { ...TOUCHES, onSuccess: ({ next }) => void follow(next) },
  );
}

export function useRemoveMethod() {
  return useDoorMutation(
    (accountId, { id }: Pick<PaymentMethod, 'id'>) =>
      door.post('/billing/methods/remove', { account_id: accountId, id }),
    TOUCHES,
  );
}

export function useDefaultMethod() {
  return useDoorMutation(
    (accountId, { id }: Pick<PaymentMethod, 'id'>) =>
      door.post('/billing/methods/default', { account_id: accountId, id }),
    TOUCHES,
  );
}
