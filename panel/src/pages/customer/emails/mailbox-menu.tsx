import type { Mailbox } from '@hostler/sdk';
import { Menu } from '@mantine/core';
import type { Doing } from './mailbox-dialogs.tsx';
import { useSuspendMailbox } from './queries.ts';
import { texts } from './texts.ts';

interface MailboxMenuProps {
  readonly mailbox: Mailbox;
  readonly onChoose: (doing: Doing) => void;
}

/** Actions of a mailbox. A mailbox suspended by staff can be resumed only by staff. */
export function MailboxMenu({ mailbox, onChoose }: MailboxMenuProps) {
  const { id, status, suspended_by } = mailbox;
  const suspend = useSuspendMailbox();
  return (
    <>
      <Menu.Item onClick={() => onChoose({ what: 'edit', mailbox })}>{texts.edit}</Menu.Item>
      <Menu.Item onClick={() => onChoose({ what: 'password', mailbox })}>{texts.newPassword}</Menu.Item>
      {status === 'active' ? (
        <Menu.Item onClick={() => onChoose({ what: 'suspend', mailbox })}>{texts.suspend}</Menu.Item>
      ) : (
        <Menu.Item disabled={suspended_by === 'staff'} onClick={() => suspend.mutate({ id, status: 'active' })}>
          {texts.resume}
        </Menu.Item>
      )}
      <Menu.Item color="red" onClick={() => onChoose({ what: 'remove', mailbox })}>
        {texts.remove}
      </Menu.Item>
    </>
  );
}
