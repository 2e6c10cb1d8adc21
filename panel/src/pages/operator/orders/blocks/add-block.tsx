import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { useSending } from '#parts/sending.ts';
import { useAddBlock } from './queries.ts';
import { BLOCK_KINDS, texts } from './texts.ts';

/** Cards are blocked by a refusal: staff do not know their fingerprints. */
const KINDS = (['email', 'address'] as const).map((value) => ({ value, label: BLOCK_KINDS[value] }));

export function AddBlock({ onClose }: { onClose: () => void }) {
  const form = useForm({ initialValues: { kind: 'email', value: '', reason: '' } });
  const add = useAddBlock();
  const { problem, send } = useSending(form, add);
  const toInput = ({ kind, value, reason }: typeof form.values) => ({
    kind,
    value: value.trim(),
    reason: reason.trim() || undefined,
  });
  return (
    <Modal opened onClose={onClose} title={texts.add}>
      <form
        onSubmit={form.onSubmit((values) =>
          send(toInput(values), ({ value }) => {
            notifications.show({ message: texts.addedNote(value) });
            onClose();
          }),
        )}
      >
        <Stack>
          <Select label={texts.kind} data={KINDS} allowDeselect={false} {...form.getInputProps('kind')} />
          <TextInput
            label={texts.value}
            required
            withAsterisk={false}
            data-autofocus
            autoComplete="off"
            placeholder={form.values.kind === 'email' ? 'jo@example.com' : '203.0.113.7'}
            {...form.getInputProps('value')}
          />
          <Textarea
            label={texts.reason}
            description={texts.reasonText}
            autosize
            maxLength={1000}
            {...form.getInputProps('reason')}
          />
          {problem ? <Failure error={problem} title={texts.requestFailed} /> : null}
          <OperatorFormEnd
            call={() => ({ method: 'POST', path: '/blocks', body: toInput(form.values) })}
            action={texts.addAction}
            pending={add.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
