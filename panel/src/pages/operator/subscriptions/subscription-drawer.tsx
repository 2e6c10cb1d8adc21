import { Alert, Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountLink } from '#operator/account-link.tsx';
import { MONEY, useHasRole } from '#operator/me.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { Drawer } from '#parts/dialog.tsx';
import { Facts } from '#parts/facts.tsx';
import { Failure } from '#parts/failure.tsx';
import { formatMoney } from '#parts/numbers.ts';
import { Day } from '#resources/billing/day.tsx';
import { SubscriptionStatus } from '#resources/billing/subscription-status.tsx';
import { PERIODS } from '#resources/billing/texts.ts';
import { type StaffSubscription, useStaffSubscription } from './queries.ts';
import {
  canCancel,
  canChange,
  canLink,
  canResume,
  canUnlink,
  type Doing,
  SubscriptionCommand,
} from './subscription-command.tsx';
import { texts } from './texts.ts';

export function SubscriptionDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { data: subscription, error, refetch } = useStaffSubscription(id);
  return (
    <Drawer opened={id !== undefined} onClose={onClose} title={subscription?.name ?? texts.name} size="lg">
      {error && !subscription ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : subscription ? (
        <SubscriptionView subscription={subscription} />
      ) : (
        <Skeleton height={280} />
      )}
    </Drawer>
  );
}

function SubscriptionView({ subscription }: { subscription: StaffSubscription }) {
  const [doing, setDoing] = useState<Doing>(null);
  const isMoney = useHasRole()(MONEY);
  const { id, price, currency, billing_period, hosting_id, status, next_plan, next_plan_at, ends_at } = subscription;
  const server: string = `/operator/servers/${hosting_id}`;
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fz={24} fw={600} lh="2rem">
            {formatMoney(price, currency)} {PERIODS[billing_period]}
          </Text>
          <SubscriptionStatus {...subscription} />
        </div>
        <OperatorCode call={() => ({ path: '/subscriptions/show', query: { id } })} />
      </Group>
      {subscription.pending_reason && <Alert color="gray">{subscription.pending_reason}</Alert>}
      {subscription.resize_error && (
        <Alert color="red" title={texts.problem}>
          {subscription.resize_error}
        </Alert>
      )}
      <Facts
        facts={[
          [texts.customer, <AccountLink key="account" id={subscription.account_id} name={subscription.account_name} />],
          [texts.plan, subscription.plan],
          [
            texts.server,
            hosting_id !== null && (
              <Anchor key="server" inherit renderRoot={(props) => <Link {...props} to={server} />}>
                {texts.server} {hosting_id}
              </Anchor>
            ),
          ],
          [texts.periodStart, <Day key="start" at={subscription.current_period_start} />],
          [texts.periodEnd, <Day key="end" at={subscription.current_period_end} />],
          [texts.next, subscription.next_invoice_at && <Day key="next" at={subscription.next_invoice_at} />],
          [texts.ends, ends_at && <Day key="ends" at={ends_at} />],
          [texts.trial, subscription.trial_ends_at && <Day key="trial" at={subscription.trial_ends_at} />],
          [
            texts.nextPlan,
            next_plan && (
              <span key="plan">
                {next_plan.plan}, {formatMoney(next_plan.price, currency)} {PERIODS[next_plan.billing_period]}
                {next_plan_at && (
                  <>
                    {' '}
                    <Day at={next_plan_at} say={texts.startsOn} />
                  </>
                )}
              </span>
            ),
          ],
          [texts.coupon, subscription.coupon],
          [texts.created, <Day key="created" at={subscription.created_at} />],
        ]}
      />
      {isMoney && status !== 'cancelled' && (
        <Group gap="xs">
          {canChange(subscription) && (
            <Button onClick={() => setDoing({ what: 'change', subscription })}>{texts.change}</Button>
          )}
          {canResume(subscription) && (
            <Button variant="default" onClick={() => setDoing({ what: 'resume', subscription })}>
              {texts.resume}
            </Button>
          )}
          {canLink(subscription) && (
            <Button variant="default" onClick={() => setDoing({ what: 'link', subscription })}>
              {texts.link}
            </Button>
          )}
          {canUnlink(subscription) && (
            <Button variant="default" onClick={() => setDoing({ what: 'unlink', subscription })}>
              {texts.unlink}
            </Button>
          )}
          {status === 'pending' && (
            <Button variant="default" onClick={() => setDoing({ what: 'retry', subscription })}>
              {texts.retry}
            </Button>
          )}
          {canCancel(subscription) && (
            <Button variant="default" onClick={() => setDoing({ what: 'cancel', subscription })}>
              {texts.cancel}
            </Button>
          )}
        </Group>
      )}
      <SubscriptionCommand doing={doing} onClose={() => setDoing(null)} />
    </Stack>
  );
}
