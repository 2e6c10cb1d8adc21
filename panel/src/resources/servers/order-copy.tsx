import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '../../api/queries.ts';
import { Modal } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { FormEnd } from '../../parts/form-end.tsx';
import { useSending } from '../../parts/sending.ts';
import { usePlace } from '../../session/place-context.tsx';
import { plansQuery } from '../plans/queries.ts';

const texts = {
  hostname: 'Host name',
  plan: 'Plan',
  planHint: (gb: number) => `Plans with a disk of at least ${gb} GB.`,
  noPlan: 'No plan has a disk that is large enough. Write to support.',
  text: 'The new server has its own addresses and is billed like any other. It is created when the first invoice is paid.',
  order: 'Order',
  notOrdered: 'The server was not ordered',
  sandbox: 'Sandbox: the order was checked and not recorded.',
};

interface OrderCopyProps {
  readonly title: string;
  /** Snapshot or backup that the disk is copied from. */
  readonly source: { readonly snapshot_id: number } | { readonly backup_id: number };
  /** Disk of the original. */
  readonly diskGb: number;
  readonly onClose: () => void;
}

/** Orders a server from a snapshot or a backup, then opens the page of the order with its payment. */
export function OrderCopy({ title, source, diskGb, onClose }: OrderCopyProps) {
  const navigate = useNavigate();
  const { place } = usePlace();
  const plans = useQuery(plansQuery);
  const large = (plans.data ?? []).filter(({ disk_gb }) => disk_gb >= diskGb).map(({ name }) => name);
  const form = useForm({ initialValues: { hostname: '', plan: '' } });
  const order = useApiMutation(
    (api, input: { hostname: string; plan: string }) => api.subscriptions.create({ ...input, ...source }),
    { touches: ['subscriptions', 'invoices', 'billing', 'hosting'], onError: () => undefined },
  );
  const { problem, send } = useSending(form, order);
  const readInput = () => ({
    hostname: form.getValues().hostname.trim(),
    plan: form.getValues().plan || (large[0] ?? ''),
  });

  function finish({ id }: { id: number }): void {
    onClose();
    if (place.environment === 'test') notifications.show({ message: texts.sandbox });
    else void navigate({ to: '/order/placed/$id', params: { id: String(id) } });
  }

  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={form.onSubmit(() => send(readInput(), finish))}>
        <Stack gap="md">
          <Text>{plans.data && large.length === 0 ? texts.noPlan : texts.text}</Text>
          <TextInput
            label={texts.hostname}
            placeholder="web2.example.com"
            required
            data-autofocus
            maxLength={253}
            spellCheck={false}
            {...form.getInputProps('hostname')}
          />
          <Select
            label={texts.plan}
            description={texts.planHint(diskGb)}
            data={large}
            allowDeselect={false}
            {...form.getInputProps('plan')}
            value={form.values.plan || (large[0] ?? null)}
          />
          {problem ? <Failure error={problem} title={texts.notOrdered} /> : null}
          <FormEnd
            call={() => ({ operation: 'subscriptions.create', input: { ...readInput(), ...source } })}
            action={texts.order}
            pending={order.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
