import { Select, TextInput } from '@mantine/core';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation } from '#operator/queries.ts';
import { texts } from '../texts.ts';
import { usePlans } from './create-subscription.tsx';
import { FormDialog } from './form-dialog.tsx';

interface NewServer {
  readonly account: number;
  readonly hostname: string;
  readonly plan?: string | undefined;
}

export function CreateServer({ id, onClose }: { id: number; onClose: () => void }) {
  const plans = usePlans();
  const mutation = useOperatorMutation((input: NewServer) => operatorApi.post<unknown>('/hosting', input), {
    touches: ['accounts', 'hosting'],
    onError: () => undefined,
  });
  return (
    <FormDialog
      title={texts.createServer}
      text={texts.createServerText}
      action={texts.createAction}
      initialValues={{ hostname: '', plan: '' }}
      toInput={({ hostname, plan }): NewServer => ({
        account: id,
        hostname: hostname.trim(),
        plan: plan || undefined,
      })}
      mutation={mutation}
      call={(body) => ({ method: 'POST', path: '/hosting', body: { ...body } })}
      done={({ hostname }) => texts.serverCreated(hostname)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label={texts.host}
            required
            withAsterisk={false}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('hostname')}
          />
          <Select
            label={texts.size}
            placeholder={texts.smallest}
            searchable
            clearable
            data={(plans.data?.data ?? []).map((plan) => ({ value: String(plan.id), label: plan.name }))}
            {...form.getInputProps('plan')}
          />
        </>
      )}
    </FormDialog>
  );
}
