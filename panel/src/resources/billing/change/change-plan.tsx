import type { Subscription } from '@hostler/sdk';
import { Button, Group, SegmentedControl, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTellDone } from '../../../api/tell-done.ts';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { Drawer } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { formatMoney } from '../../../parts/numbers.ts';
import { readFailure } from '../../../requests/failure.ts';
import { describePrice, findPrice, listPeriods, listSizes } from '../../plans/offers.ts';
import type { Period } from '../../plans/period.ts';
import { plansQuery } from '../../plans/queries.ts';
import { PERIOD_NAMES } from '../../plans/texts.ts';
import { useMethods } from '../pay/queries.ts';
import { ChangePreview } from './change-preview.tsx';
import { PendingChange } from './pending-change.tsx';
import { useChangePlan, usePreview } from './queries.ts';
import { changeTexts as texts } from './texts.ts';

/** Changes the plan after showing the exact amounts. If an amount has changed, it is shown again and not charged. */
export function ChangePlan({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const tellDone = useTellDone();
  const { id, currency, billing_period } = subscription;
  const plans = useQuery(plansQuery);
  const [opened] = useState(() => Date.now());
  const [planId, setPlanId] = useState<string | null>(null);
  const [period, setPeriod] = useState<Period>(billing_period);
  const sold = plans.data ?? [];
  const plan = sold.find((one) => String(one.id) === planId);
  const price = plan && findPrice(plan, currency, period);
  const wanted = plan && price ? { id, plan: plan.name, period } : null;
  const preview = usePreview(wanted, opened);
  const change = useChangePlan();
  const navigate = useNavigate();
  const { data: methods = [] } = useMethods();
  // A saved method is charged at once; otherwise the invoice is shown, to be paid.
  const isCharged = methods.some(({ is_default, status }) => is_default && status === 'active');
  // Hourly and fixed periods are different contracts: a plan change cannot switch between them.
  const periods = listPeriods(sold, currency).filter((one) => (one === 'hourly') === (billing_period === 'hourly'));
  const isStale = change.error !== null && readFailure(change.error).status === 409;
  const send = () => {
    if (!wanted || !preview.data) return;
    change.mutate(
      { ...wanted, expected_amount: preview.data.amount_due_now, expected_price: preview.data.new_price },
      {
        onSuccess: ({ pending_change }) => {
          tellDone(pending_change ? texts.requested(isCharged) : texts.changed);
          onClose();
          if (!pending_change || isCharged) return;
          void navigate({ to: '/billing', search: { invoice: pending_change.invoice_id } });
        },
        onError: () => void preview.refetch(),
      },
    );
  };
  return (
    <Drawer opened onClose={onClose} title={texts.title} size="lg">
      <Stack gap="lg">
        <Text>{texts.about(subscription.name)}</Text>
        <PendingChange {...subscription} />
        {subscription.pending_change && <Text size="sm">{texts.replaces}</Text>}
        {periods.length > 1 && (
          <SegmentedControl
            aria-label={texts.period}
            data={periods.map((value) => ({ value, label: PERIOD_NAMES[value] }))}
            value={period}
            onChange={(value) => setPeriod(value as Period)}
          />
        )}
        <Select
          label={texts.plan}
          placeholder={texts.choose}
          allowDeselect={false}
          data={sold.map((one) => {
            const offered = findPrice(one, currency, period);
            return {
              value: String(one.id),
              label: offered ? `${one.name}, ${describePrice(offered)}` : one.name,
              disabled: !offered,
            };
          })}
          value={planId}
          onChange={setPlanId}
          description={plan ? listSizes(plan).join(' · ') : texts.chooseText}
        />
        {wanted &&
          (preview.error ? (
            <Failure error={preview.error} title={texts.noPreview} />
          ) : preview.data ? (
            <ChangePreview preview={preview.data} />
          ) : (
            <Skeleton height={180} />
          ))}
        {change.error ? <Failure error={change.error} title={isStale ? texts.stale : texts.failed} /> : null}
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <CodeCorner
            call={() => ({
              operation: 'subscriptions.change',
              input: { id, plan: plan?.name, period, expected_amount: preview.data?.amount_due_now },
            })}
          />
          <Group gap="xs" justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
            <Button loading={change.isPending} disabled={!preview.data || preview.isFetching} onClick={send}>
              {preview.data && preview.data.amount_due_now > 0
                ? texts.changeAndPay(formatMoney(preview.data.amount_due_now, currency))
                : texts.change}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Drawer>
  );
}
