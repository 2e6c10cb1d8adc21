import type { MailboxWithPassword } from '@hostler/sdk';
import { SecretBox } from '../../../parts/secret-box.tsx';
import { SettingsOf } from './settings-of.tsx';
import { texts } from './texts.ts';

interface PasswordBoxProps {
  readonly mailbox: MailboxWithPassword | null;
  readonly onClose: () => void;
}

/** Shows a generated password once, with the settings for mail programs. */
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
