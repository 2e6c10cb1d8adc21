import { t } from '@lingui/core/macro';
import { Select, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { CommandDialog } from '#operator/command-dialog.tsx';
import { operatorApi } from '#operator/operator-api.ts';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { useOperatorMutation } from '#operator/queries.ts';
import { Modal } from '#parts/dialog.tsx';
import { Facts } from '#parts/facts.tsx';
import { Failure } from '#parts/failure.tsx';
import { Money } from '#parts/money.tsx';
import { formatMoney } from '#parts/numbers.ts';
import { Day } from '#resources/billing/day.tsx';
import { PERIODS } from '#resources/billing/texts.ts';
import { type StaffSubscription, TOUCHED, useChangePreview, usePlans } from './queries.ts';
import { texts } from './texts.ts';

export type Doing = {
  readonly what: 'change' | 'cancel' | 'resume' | 'retry' | 'link' | 'unlink';
  readonly subscription: StaffSubscription;
} | null;

export const canChange = ({ status }: StaffSubscription) => status === 'active' || status === 'past_due';
export const canCancel = ({ status }: StaffSubscription) => status !== 'cancelled';
export const canLink = ({ status, hosting_id }: StaffSubscription) =>
  hosting_id === null && (status === 'active' || status === 'past_due');
export const canUnlink = ({ status, hosting_id }: StaffSubscription) => hosting_id !== null && status !== 'pending';
export const canResume = ({ status, cancel_at_period_end }: StaffSubscription) =>
  cancel_at_period_end && status !== 'cancelled';

/** Dialog of what staff do with a subscription. */
export function SubscriptionCommand({ doing, onClose }: { doing: Doing; onClose: () => void }) {
  if (!doing) return null;
  const { what, subscription } = doing;
  const { id, name } = subscription;
  const common = { query: { id }, touches: [...TOUCHED], onClose };
  if (what === 'change') return <ChangePlan key={id} subscription={subscription} onClose={onClose} />;
  if (what === 'cancel') {
    return (
      <CommandDialog
        {...common}
        title={texts.cancelTitle(name)}
        text={texts.cancelText}
        path="/subscriptions/cancel"
        fields={[{ name: 'immediately', label: texts.immediately, type: 'flag' }]}
        action={texts.cancelAction}
        destructive
        done={texts.cancelled}
      />
    );
  }
  if (what === 'resume') {
    return (
      <CommandDialog
        {...common}
        title={texts.resumeTitle(name)}
        text={texts.resumeText}
        path="/subscriptions/resume"
        action={texts.resume}
        done={texts.resumed}
      />
    );
  }
  if (what === 'link') {
    return (
      <CommandDialog
        {...common}
        title={texts.linkTitle(name)}
        text={texts.linkText}
        path="/subscriptions/link"
        fields={[{ name: 'hosting', label: texts.serverId, type: 'integer', required: true }]}
        action={texts.linkAction}
        done={texts.linked}
      />
    );
  }
  if (what === 'unlink') {
    return (
      <CommandDialog
        {...common}
        title={texts.unlinkTitle(name)}
        text={texts.unlinkText}
        path="/subscriptions/unlink"
        action={texts.unlinkAction}
        done={texts.unlinked}
      />
    );
  }
  return (
    <CommandDialog
      {...common}
      title={texts.retryTitle(name)}
      text={texts.retryText}
      path="/subscriptions/retry"
      action={texts.retry}
      done={texts.retried}
    />
  );
}

/** The button shows the amount of the preview; the server refuses the change if the amount differs meanwhile. */
function ChangePlan({ subscription, onClose }: { subscription: StaffSubscription; onClose: () => void }) {
  const { id, name, plan: current } = subscription;
  const form = useForm({ initialValues: { plan: null as string | null, period: '' } });
  const { plan, period } = form.values;
  const plans = usePlans();
  const preview = useChangePreview(id, plan, period || undefined);
  const change = useOperatorMutation(
    (body: object) => operatorApi.post('/subscriptions/change', body, { query: { id } }),
    { touches: [...TOUCHED], onError: () => void preview.refetch() },
  );
  const { data } = preview;
  const body = { plan, period: period || undefined, expected_amount: data?.amount_due_now };
  return (
    <Modal opened onClose={onClose} title={texts.changeTitle(name)}>
      <form
        onSubmit={form.onSubmit(() => {
          if (!data) return;
          change.mutate(body, {
            onSuccess: () => {
              notifications.show({ message: texts.changed });
              onClose();
            },
          });
        })}
      >
        <Stack>
          <Select
            label={texts.newPlan}
            required
            withAsterisk={false}
            searchable
            data={(plans.data?.data ?? []).map((one) => ({
              value: one.name,
              label: one.name === current ? `${one.name} (${texts.unchanged})` : one.name,
            }))}
            {...form.getInputProps('plan')}
          />
          <Select
            label={texts.period}
            placeholder={texts.unchanged}
            clearable
            data={Object.entries(texts.periods).map(([value, label]) => ({ value, label }))}
            value={period || null}
            onChange={(next) => form.setFieldValue('period', next ?? '')}
          />
          {plan !== null && !data && !preview.error && <Skeleton height={80} />}
          {plan !== null && preview.error ? (
            <Failure error={preview.error} title={t`The change is not possible`} />
          ) : null}
          {data && (
            <>
              <Facts
                facts={[
                  [texts.dueNow, <Money key="due" amount={data.amount_due_now} currency={data.currency} />],
                  [texts.newPrice, `${formatMoney(data.new_price, data.currency)} ${PERIODS[data.billing_period]}`],
                  [texts.starts, <Day key="starts" at={data.effective_at} />],
                ]}
              />
              <Text size="sm" c="dimmed">
                {data.explanation}
              </Text>
            </>
          )}
          {change.error ? <Failure error={change.error} title={t`The plan was not changed`} /> : null}
          <OperatorFormEnd
            call={() => ({ method: 'POST', path: '/subscriptions/change', query: { id }, body })}
            action={data ? texts.changeAction(formatMoney(data.amount_due_now, data.currency)) : texts.change}
            pending={change.isPending || (plan !== null && preview.isFetching)}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
