import { t } from '@lingui/core/macro';
import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '../../api/queries.ts';
import { Modal } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { FormEnd } from '../../parts/form-end.tsx';
import { formatBytes } from '../../parts/numbers.ts';
import { useSending } from '../../parts/sending.ts';
import { usePlace } from '../../session/place-context.tsx';
import { useProfile } from '../billing/profile/queries.ts';
import { describePrice } from '../plans/offers.ts';
import { plansQuery, type ShopPlan } from '../plans/queries.ts';

const texts = {
  hostname: t`Host name`,
  plan: t`Plan`,
  planHint: (disk: string) => t`Plans with a disk of at least ${disk}, the size of the original.`,
  noPlan: t`No plan has a disk that is large enough. Write to support.`,
  text: t`The new server has its own addresses and is billed like any other. It is created when the first invoice is paid.`,
  order: t`Order with obligation to pay`,
  notOrdered: t`The server was not ordered`,
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
  const currency = useProfile().data?.currency;
  const large = (plans.data ?? []).filter((plan) => plan.in_stock && plan.disk_gb >= diskGb);
  const form = useForm({ initialValues: { hostname: '', plan: '' } });
  const order = useApiMutation(
    (api, input: { hostname: string; plan: string }) => api.subscriptions.create({ ...input, ...source }),
    { touches: ['subscriptions', 'invoices', 'billing', 'hosting'], onError: () => undefined },
  );
  const { problem, send } = useSending(form, order);
  const readInput = () => ({
    hostname: form.getValues().hostname.trim(),
    plan: form.getValues().plan || (large[0]?.name ?? ''),
  });

  function finish({ id }: { id: number }): void {
    onClose();
    if (place.environment === 'live') void navigate({ to: '/order/placed/$id', params: { id: String(id) } });
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
            withAsterisk={false}
            data-autofocus
            maxLength={253}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            {...form.getInputProps('hostname')}
          />
          <Select
            label={texts.plan}
            description={texts.planHint(formatBytes(diskGb * 1024 ** 3))}
            data={large.map((plan) => ({ value: plan.name, label: describePlan(plan, currency) }))}
            allowDeselect={false}
            {...form.getInputProps('plan')}
            value={form.values.plan || (large[0]?.name ?? null)}
          />
          {problem ? <Failure error={problem} title={texts.notOrdered} /> : null}
          <FormEnd
            call={() => ({ operation: 'subscriptions.create', input: { ...readInput(), ...source } })}
            action={texts.order}
            disabled={large.length === 0}
            pending={order.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

/** Names a plan with its usual price in the currency of the account. */
function describePlan({ name, prices }: ShopPlan, currency: string | null | undefined): string {
  const price = prices.find((one) => one.currency === currency) ?? prices[0];
  return price ? `${name}, ${describePrice(price)}` : name;
}
