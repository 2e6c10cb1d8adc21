import type { MailboxWithPassword } from '@hostler/sdk';
import { SecretBox } from '../../parts/secret-box.tsx';
import { SettingsOf } from './settings-of.tsx';
import { texts } from './texts.ts';

interface PasswordBoxProps {
  readonly mailbox: MailboxWithPassword | null;
  readonly onClose: () => void;
}

/** A generated password, the one time it can be seen, with all that a mail program asks for beside it. */
export function PasswordBox({ mailbox, onClose }: PasswordBoxProps) {
  return (
    <SecretBox
      opened={mailbox !== null}
      title={texts.boxTitle(mailbox?.address ?? '')}
      secrets={mailbox ? [{ label: texts.password, value: mailbox.password ?? '', variable: 'MAIL_PASSWORD' }] : []}
      whenLost={texts.whenLost}
      fileName={`${mailbox?.address ?? 'mailbox'}.env`}
      onClose={onClose}
    >
      {mailbox && <SettingsOf mailbox={mailbox} />}
    </SecretBox>
  );
}
