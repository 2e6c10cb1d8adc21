import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconDots,
  IconFileExport,
  IconHandStop,
  IconLock,
  IconReceipt,
  IconServer,
  IconShieldCheck,
  IconTag,
  IconUserPlus,
} from '@tabler/icons-react';
import { MACHINES, MONEY, MONEY_READERS, OWNERS, useHasRole } from '#operator/me.ts';
import { type AccountSummary, useAccountButton } from '../queries.ts';
import { texts } from '../texts.ts';
import type { Doing } from './dialogs.tsx';

interface MoreActionsProps {
  readonly account: AccountSummary;
  readonly onDo: (doing: Doing) => void;
}

/** Actions of the customer page besides its buttons. */
export function MoreActions({ account, onDo }: MoreActionsProps) {
  const may = useHasRole();
  const { id, billing } = account;
  const hold = useAccountButton(id, 'hold');
  const trust = useAccountButton<{ off: boolean }>(id, 'trust');
  const say = (message: string) => ({ onSuccess: () => notifications.show({ message }) });
  return (
    <Menu width={260} position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={texts.more}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may(MONEY) && (
          <Menu.Item leftSection={<IconReceipt size={16} />} onClick={() => onDo('subscription')}>
            {texts.createSubscription}
          </Menu.Item>
        )}
        {may(MACHINES) && (
          <Menu.Item leftSection={<IconServer size={16} />} onClick={() => onDo('server')}>
            {texts.createServer}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconTag size={16} />} onClick={() => onDo('tags')}>
          {texts.changeTags}
        </Menu.Item>
        {may(MONEY) && (
          <Menu.Item
            leftSection={<IconShieldCheck size={16} />}
            onClick={() => (billing?.trusted ? trust.mutate({ off: true }, say(texts.untrusted)) : onDo('trust'))}
          >
            {billing?.trusted ? texts.untrust : texts.trust}
          </Menu.Item>
        )}
        {may(MONEY_READERS) && (
          <Menu.Item
            leftSection={<IconHandStop size={16} />}
            onClick={() => (billing?.hold_until ? hold.mutate({}, say(texts.holdEnded)) : onDo('hold'))}
          >
            {billing?.hold_until ? texts.holdEnd : texts.hold}
          </Menu.Item>
        )}
        {may(OWNERS) && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconUserPlus size={16} />} onClick={() => onDo('invite')}>
              {texts.invite}
            </Menu.Item>
            <Menu.Item leftSection={<IconFileExport size={16} />} onClick={() => onDo('export')}>
              {texts.export}
            </Menu.Item>
            {account.status !== 'closed' && (
              <Menu.Item color="red" leftSection={<IconLock size={16} />} onClick={() => onDo('close')}>
                {texts.close}
              </Menu.Item>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
