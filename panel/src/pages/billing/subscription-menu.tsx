import type { Subscription } from '@hostler/sdk';
import { Menu } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { texts } from './texts.ts';

interface SubscriptionMenuProps {
  readonly subscription: Subscription;
  readonly onDo: (what: 'cancel') => void;
}

/** What can be done with a subscription; what it makes no sense to do now is there, but cannot be pressed. */
export function SubscriptionMenu({ subscription: { status }, onDo }: SubscriptionMenuProps) {
  return (
    <Menu.Item
      color="red"
      leftSection={<IconX size={16} />}
      disabled={status === 'cancelled'}
      onClick={() => onDo('cancel')}
    >
      {texts.cancel}
    </Menu.Item>
  );
}
