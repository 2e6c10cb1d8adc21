import { Select, TextInput } from '@mantine/core';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation, useOperatorQuery } from '#operator/queries.ts';
import { formatMoney } from '#parts/numbers.ts';
import { texts } from '../texts.ts';
import { FormDialog } from './form-dialog.tsx';

interface Plan {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly currency: string;
  readonly billing_period: string;
}

/** Reads the plans for a choice. */
export function usePlans() {
  return useOperatorQuery(['plans', 'choice'], (signal) =>
    operatorApi.list<Plan>('/plans', { per_page: 100 }, { signal }),
  );
}

interface NewSubscription {
  readonly account: number;
  readonly plan: string;
  readonly hostname?: string | undefined;
  readonly coupon?: string | undefined;
}

export function CreateSubscription({ id, onClose }: { id: number; onClose: () => void }) {
  const plans = usePlans();
  const mutation = useOperatorMutation((input: NewSubscription) => operatorApi.post<unknown>('/subscriptions', input), {
    touches: ['accounts', 'subscriptions', 'invoices', 'hosting'],
    onError: () => undefined,
  });
  return (
    <FormDialog
      title={texts.createSubscription}
      text={texts.createSubscriptionText}
      action={texts.createAction}
      initialValues={{ plan: '', hostname: '', coupon: '' }}
      toInput={({ plan, hostname, coupon }): NewSubscription => ({
        account: id,
        plan,
        hostname: hostname.trim() || undefined,
        coupon: coupon.trim() || undefined,
      })}
      mutation={mutation}
      call={(body) => ({ method: 'POST', path: '/subscriptions', body: { ...body } })}
      done={() => texts.subscriptionCreated}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Select
            label={texts.plan}
            searchable
            required
            withAsterisk={false}
            data-autofocus
            data={(plans.data?.data ?? []).map((plan) => ({
              value: String(plan.id),
              label: `${plan.name}, ${formatMoney(plan.price, plan.currency)} (${plan.billing_period})`,
            }))}
            {...form.getInputProps('plan')}
          />
          <TextInput
            label={texts.host}
            description={texts.hostText}
            autoComplete="off"
            {...form.getInputProps('hostname')}
          />
          <TextInput label={texts.coupon} autoComplete="off" {...form.getInputProps('coupon')} />
        </>
      )}
    </FormDialog>
  );
}
