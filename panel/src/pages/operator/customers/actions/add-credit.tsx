import { TextInput } from '@mantine/core';
import { MoneyInput } from '#parts/money-input.tsx';
import { formatMoney } from '#parts/numbers.ts';
import { useAccountChange } from '../queries.ts';
import { texts } from '../texts.ts';
import { FormDialog } from './form-dialog.tsx';

export function AddCredit({ id, currency, onClose }: { id: number; currency: string; onClose: () => void }) {
  const mutation = useAccountChange(id, 'credit');
  return (
    <FormDialog
      title={texts.addCredit}
      text={texts.creditText}
      action={texts.addCredit}
      initialValues={{ amount: null as number | null, reason: '' }}
      toInput={({ amount, reason }) => ({ amount: amount ?? 0, currency, reason })}
      mutation={mutation}
      call={(body) => ({ method: 'POST', path: '/accounts/credit', query: { id }, body })}
      done={({ amount }) => texts.creditAdded(formatMoney(amount ?? 0, currency))}
      onClose={onClose}
    >
      {(form) => (
        <>
          <MoneyInput
            label={texts.amount}
            currency={currency}
            {...form.getInputProps('amount')}
            value={form.values.amount}
          />
          <TextInput
            label={texts.reason}
            description={texts.reasonCredit}
            required
            withAsterisk={false}
            autoComplete="off"
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}
