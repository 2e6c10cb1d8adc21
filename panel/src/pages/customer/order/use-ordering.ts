import type { SubscriptionsCreateInput } from '@hostler/sdk';
import type { UseFormReturnType } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../../api/queries.ts';
import { showFormErrors } from '../../../parts/form-errors.ts';
import { readFailure } from '../../../requests/failure.ts';
import { type Choice, readChoice } from '../../../resources/billing/pay/choice.ts';
import { follow, usePay, useReturn } from '../../../resources/billing/pay/queries.ts';
import { usePlace } from '../../../session/place-context.tsx';
import { keepOrder, type OrderFields } from './order-fields.ts';

/** Places the order, then starts the payment. An unpaid order has its own page. */
export function useOrdering(form: UseFormReturnType<OrderFields>, onWrongServer: () => void) {
  const navigate = useNavigate();
  const { place } = usePlace();
  const [problem, setProblem] = useState<unknown>(null);
  const pay = usePay();
  const create = useApiMutation((api, input: SubscriptionsCreateInput) => api.subscriptions.create(input), {
    touches: ['subscriptions', 'invoices', 'billing', 'hosting'],
    onError: (error) => {
      setProblem(showFormErrors(form, error));
      if (isAboutServer(error)) onWrongServer();
    },
  });

  async function order(input: SubscriptionsCreateInput, choice: Choice | null): Promise<void> {
    setProblem(null);
    const ordered = await create.mutateAsync(input).catch(() => undefined);
    if (!ordered) return;
    if (place.environment === 'test') return;
    keepOrder(null);
    const { id, invoice } = ordered;
    if (choice && invoice && invoice.amount_due > 0) {
      const paying = { invoice_id: invoice.id, ...readChoice(choice), return_path: `/order/placed/${id}` };
      const started = await pay.mutateAsync(paying).catch(() => undefined);
      if (started && follow(started.next)) return;
    }
    await navigate({ to: '/order/placed/$id', params: { id: String(id) } });
  }

  // Disable the button while the payment page loads: a second press would order twice.
  const isLeaving = pay.data?.next.type === 'redirect';
  useReturn(pay.reset);
  return { order, problem, isPending: create.isPending || pay.isPending || isLeaving };
}

/** Returns true if the error belongs to the previous step (server). */
function isAboutServer(error: unknown): boolean {
  return readFailure(error).details.some(({ field }) =>
    /^(hostname|image|login|ssh_keys|user_data|tags|firewall_ids)\b/.test(field),
  );
}
