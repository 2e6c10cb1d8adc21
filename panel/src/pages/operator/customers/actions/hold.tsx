import { TextInput } from '@mantine/core';
import { MONEY, useHasRole } from '#operator/me.ts';
import { useAccountChange } from '../queries.ts';
import { texts } from '../texts.ts';
import { FormDialog } from './form-dialog.tsx';

const DAY_MS = 86_400_000;
/** Support may pause for 7 days. */
const SUPPORT_DAYS = 7;

export function Hold({ id, onClose }: { id: number; onClose: () => void }) {
  const mutation = useAccountChange(id, 'hold');
  const may = useHasRole();
  const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  return (
    <FormDialog
      title={texts.hold}
      text={texts.holdText}
      action={texts.holdAction}
      initialValues={{ until: dayIn(SUPPORT_DAYS) }}
      toInput={({ until }) => ({ until: `${until}T00:00:00Z` })}
      mutation={mutation}
      call={(body) => ({ method: 'POST', path: '/accounts/hold', query: { id }, body })}
      done={() => texts.held}
      onClose={onClose}
    >
      {(form) => (
        <TextInput
          type="date"
          label={texts.holdUntil}
          min={dayIn(1)}
          max={may(MONEY) ? undefined : dayIn(SUPPORT_DAYS)}
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('until')}
        />
      )}
    </FormDialog>
  );
}
