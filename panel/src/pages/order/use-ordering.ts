import type { SubscriptionsCreateInput } from '@hostler/sdk';
import type { UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import { showFormErrors } from '../../parts/form-errors.ts';
import { usePlace } from '../../session/place-context.tsx';
import { type Choice, readChoice } from '../billing/pay/pay-choice.tsx';
import { follow, usePay } from '../billing/pay/queries.ts';
import { keepOrder, type OrderFields } from './order-fields.ts';
import { texts } from './texts.ts';

/** Orders, and then asks for the money; what is ordered and not yet paid waits on its own page. */
export function useOrdering(form: UseFormReturnType<OrderFields>, onWrongServer: () => void) {
  const navigate = useNavigate();
  const { place } = usePlace();
  const [problem, setProblem] = useState<unknown>(null);
  const pay = usePay();
  const create = useApiMutation((api, input: SubscriptionsCreateInput) => api.subscriptions.create(input), {
    touches: ['subscriptions', 'invoices', 'billing', 'hosting'],
    onError: (error) => {
      setProblem(showFormErrors(form, error));
      // Its fields are on the step before.
      if (form.errors.hostname || form.errors.image || form.errors.ssh_keys) onWrongServer();
    },
  });

  async function order(input: SubscriptionsCreateInput, choice: Choice | null): Promise<void> {
    setProblem(null);
    const ordered = await create.mutateAsync(input).catch(() => undefined);
    if (!ordered) return;
    if (place.environment === 'test') {
      notifications.show({ message: texts.sandbox });
      return;
    }
    keepOrder(null);
    const { id, invoice } = ordered;
    if (choice && invoice && invoice.amount_due > 0) {
      const paying = { invoice_id: invoice.id, ...readChoice(choice), return_path: `/order/placed/${id}` };
      const started = await pay.mutateAsync(paying).catch(() => undefined);
      if (started && follow(started.next)) return;
    }
    await navigate({ to: '/order/placed/$id', params: { id: String(id) } });
  }

  return { order, problem, isPending: create.isPending || pay.isPending };
}
