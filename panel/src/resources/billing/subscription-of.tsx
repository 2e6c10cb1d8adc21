import type { Hosting, Subscription } from '@hostler/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Facts } from '../../parts/facts.tsx';
import { Money } from '../../parts/money.tsx';
import { Surface } from '../../parts/surface.tsx';
import { useMay } from '../../session/place-context.tsx';
import { CancelSubscription } from './cancel-subscription.tsx';
import { ChangePlan } from './change/change-plan.tsx';
import { PendingChange } from './change/pending-change.tsx';
import { NextOf } from './next-of.tsx';
import { useResumeSubscription, useSubscriptionOf } from './queries.ts';
import { SubscriptionStatus } from './subscription-status.tsx';
import { PERIODS, SUBSCRIPTION_SECTION, texts } from './texts.ts';

/** Price and plan of a server, shown on its page. */
export function SubscriptionOf({ server }: { server: Hosting }) {
  const { data: subscription } = useSubscriptionOf(server);
  if (!subscription) return null;
  const { price, currency, billing_period } = subscription;
  return (
    <Surface id={SUBSCRIPTION_SECTION} title={texts.subscription} actions={<Actions subscription={subscription} />}>
      <PendingChange {...subscription} />
      <Facts
        facts={[
          [texts.product, subscription.name],
          [
            texts.price,
            <span key="price">
              <Money amount={price} currency={currency} /> {PERIODS[billing_period]}
            </span>,
          ],
          [texts.next, <NextOf key="next" {...subscription} />],
          [texts.status, <SubscriptionStatus key="status" {...subscription} />],
        ]}
      />
    </Surface>
  );
}

function Actions({ subscription }: { subscription: Subscription }) {
  const may = useMay();
  const resume = useResumeSubscription();
  const [doing, setDoing] = useState<'change' | 'cancel' | null>(null);
  const { id, status, cancel_at_period_end } = subscription;
  if (!may('billing.write') || status === 'cancelled') return null;
  const stop = () => setDoing(null);
  return (
    <>
      {cancel_at_period_end ? (
        <Button variant="default" size="xs" loading={resume.isPending} onClick={() => resume.mutate({ id })}>
          {texts.resume}
        </Button>
      ) : (
        <Button variant="default" size="xs" disabled={status === 'pending'} onClick={() => setDoing('change')}>
          {texts.changePlan}
        </Button>
      )}
      <Button variant="default" size="xs" onClick={() => setDoing('cancel')}>
        {texts.cancel}
      </Button>
      {doing === 'change' && <ChangePlan subscription={subscription} onClose={stop} />}
      {doing === 'cancel' && <CancelSubscription subscription={subscription} onClose={stop} />}
    </>
  );
}
