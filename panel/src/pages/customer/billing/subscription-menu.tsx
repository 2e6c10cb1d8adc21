import type { Subscription } from '@hostler/sdk';
import { Menu } from '@mantine/core';
import { IconArrowBackUp, IconArrowsExchange, IconX } from '@tabler/icons-react';
import { useWithdrawChange } from '../../../resources/billing/change/queries.ts';
import { changeTexts } from '../../../resources/billing/change/texts.ts';
import { useResumeSubscription } from '../../../resources/billing/queries.ts';
import { texts } from '../../../resources/billing/texts.ts';

interface SubscriptionMenuProps {
  readonly subscription: Subscription;
  readonly onDo: (what: 'change' | 'cancel') => void;
}

/** Actions of a subscription; those not available now are disabled. */
export function SubscriptionMenu({ subscription, onDo }: SubscriptionMenuProps) {
  const { id, status, cancel_at_period_end, pending_change } = subscription;
  const withdraw = useWithdrawChange();
  const resume = useResumeSubscription();
  const isOver = status === 'cancelled';
  return (
    <>
      <Menu.Item
        leftSection={<IconArrowsExchange size={16} />}
        disabled={isOver || cancel_at_period_end || status === 'pending'}
        onClick={() => onDo('change')}
      >
        {texts.changePlan}
      </Menu.Item>
      {pending_change && (
        <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => withdraw.mutate({ id })}>
          {changeTexts.withdraw}
        </Menu.Item>
      )}
      {cancel_at_period_end && !isOver && (
        <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => resume.mutate({ id })}>
          {texts.resume}
        </Menu.Item>
      )}
      <Menu.Item color="red" leftSection={<IconX size={16} />} disabled={isOver} onClick={() => onDo('cancel')}>
        {texts.cancel}
      </Menu.Item>
    </>
  );
}
