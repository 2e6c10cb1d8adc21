import { t } from '@lingui/core/macro';
import { NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { AccountSelect } from '#operator/account-select.tsx';
import { operatorApi } from '#operator/operator-api.ts';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { useOperatorMutation } from '#operator/queries.ts';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { decimalsOf, formatMoney } from '#parts/numbers.ts';
import { useSending } from '#parts/sending.ts';
import { MONEY_RESOURCES } from '../queries.ts';
import { texts } from './texts.ts';

interface NewPayment {
  readonly account: number;
  readonly amount: number;
  readonly currency: string;
  readonly method: string;
  readonly reference?: string | undefined;
}

/** Records money that a customer paid outside of the providers. */
export function RecordPayment({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues: { account: '', amount: '' as string | number, currency: 'EUR', method: 'manual', reference: '' },
    validate: { account: (id) => (id === '' ? t`Choose a customer.` : null) },
  });
  const record = useOperatorMutation((input: NewPayment) => operatorApi.post<{ id: number }>('/payments', input), {
    touches: [...MONEY_RESOURCES],
    onError: () => undefined,
  });
  const { problem, send } = useSending(form, record);
  const { account, amount, currency, method, reference } = form.values;
  const scale = decimalsOf(currency);
  const input = {
    account: Number(account),
    amount: Math.round(Number(amount) * 10 ** scale),
    currency,
    method,
    reference: reference.trim() || undefined,
  };
  return (
    <Modal opened onClose={onClose} title={texts.record}>
      <form
        onSubmit={form.onSubmit(() =>
          send(input, () => {
            notifications.show({ message: texts.recorded });
            onClose();
          }),
        )}
      >
        <Stack>
          <Text>{texts.recordText}</Text>
          <AccountSelect
            inForm
            label={texts.customer}
            value={account || undefined}
            onChange={(id) => form.setFieldValue('account', id ?? '')}
            error={typeof form.errors.account === 'string' ? form.errors.account : undefined}
          />
          <NumberInput
            label={texts.amount}
            required
            withAsterisk={false}
            min={0}
            decimalScale={scale}
            {...form.getInputProps('amount')}
          />
          <TextInput label={texts.currency} required withAsterisk={false} {...form.getInputProps('currency')} />
          <TextInput label={texts.method} required withAsterisk={false} {...form.getInputProps('method')} />
          <TextInput
            label={texts.bankReference}
            description={texts.bankReferenceText}
            {...form.getInputProps('reference')}
          />
          {problem ? <Failure error={problem} title={t`The request failed`} /> : null}
          <OperatorFormEnd
            call={() => ({ method: 'POST', path: '/payments', body: input })}
            action={texts.recordAction(/^[A-Z]{3}$/.test(currency) ? formatMoney(input.amount, currency) : '')}
            pending={record.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
