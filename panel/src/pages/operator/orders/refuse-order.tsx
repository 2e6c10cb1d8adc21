import { Checkbox, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { useSending } from '#parts/sending.ts';
import { type Order, useOrder, useRefuse } from './queries.ts';
import { texts } from './texts.ts';

export function RefuseOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const { id, name, kind, email, ip } = order;
  const details = useOrder(id);
  const refuse = useRefuse();
  const form = useForm({ initialValues: { reason: '', block: [] as string[] } });
  const { problem, send } = useSending(form, refuse);
  return (
    <Modal opened onClose={onClose} title={texts.refuseTitle(name)}>
      <form
        onSubmit={form.onSubmit((values) =>
          send({ id, ...values }, () => {
            notifications.show({ message: texts.refused(name) });
            onClose();
          }),
        )}
      >
        <Stack>
          <Text>{kind === 'order' ? texts.refuseOrderText : texts.refuseSignUpText}</Text>
          <Textarea
            label={texts.reason}
            description={texts.reasonText}
            required
            withAsterisk={false}
            autosize
            minRows={2}
            maxLength={1000}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Checkbox.Group label={texts.block} description={texts.blockText} {...form.getInputProps('block')}>
            <Stack gap="xs" mt="xs">
              <Checkbox value="email" label={texts.blockEmail(email)} />
              {details.data?.has_card && <Checkbox value="card" label={texts.blockCard} />}
              {ip !== null && <Checkbox value="address" label={texts.blockAddress(ip)} />}
            </Stack>
          </Checkbox.Group>
          {problem ? <Failure error={problem} title={texts.requestFailed} /> : null}
          <OperatorFormEnd
            call={() => ({ method: 'POST', path: '/orders/refuse', query: { id }, body: form.values })}
            action={texts.refuse}
            destructive
            pending={refuse.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
