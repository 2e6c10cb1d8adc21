import type { Hosting } from '@hostler/sdk';
import { Anchor, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Money } from '../../parts/money.tsx';
import { NextOf } from './next-of.tsx';
import { useSubscriptionOf } from './queries.ts';
import { PERIODS, SUBSCRIPTION_SECTION, texts } from './texts.ts';

/** When a server renews and for how much, with a link to its subscription further down on its page. */
export function Renewal({ server }: { server: Hosting }) {
  const { data: subscription, isPending } = useSubscriptionOf(server);
  if (isPending) return <Skeleton width={140} height={22} />;
  if (!subscription) return texts.notBilled;
  const { price, currency, billing_period, pending_change } = subscription;
  return (
    <>
      {pending_change ? (
        // It links to the invoice of the change.
        <NextOf {...subscription} />
      ) : (
        <Anchor
          inherit
          renderRoot={(props) => <Link {...props} to="." search={(search) => search} hash={SUBSCRIPTION_SECTION} />}
        >
          <NextOf {...subscription} />
        </Anchor>
      )}
      <Text c="dimmed" size="sm">
        <Money amount={price} currency={currency} /> {PERIODS[billing_period]}
      </Text>
    </>
  );
}
