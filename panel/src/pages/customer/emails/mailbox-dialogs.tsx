import type { Mailbox, MailboxWithPassword } from '@hostler/sdk';
import { useTellDone } from '../../../api/tell-done.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { EditMailbox } from './edit-mailbox.tsx';
import { PasswordBox } from './password-box.tsx';
import { useSuspendMailbox } from './queries.ts';
import { RemoveMailbox } from './remove-mailbox.tsx';
import { SetPassword } from './set-password.tsx';
import { texts } from './texts.ts';

/** Open dialog of a mailbox; `secret` shows its new password. */
export type Doing =
  | { readonly what: 'edit' | 'password' | 'suspend' | 'remove'; readonly mailbox: Mailbox }
  | { readonly what: 'secret'; readonly mailbox: MailboxWithPassword };

interface MailboxDialogsProps {
  readonly doing: Doing | null;
  readonly onChange: (doing: Doing | null) => void;
}

export function MailboxDialogs({ doing, onChange }: MailboxDialogsProps) {
  const suspend = useSuspendMailbox();
  const tellDone = useTellDone();
  const stop = () => onChange(null);
  return (
    <>
      {doing?.what === 'edit' && <EditMailbox mailbox={doing.mailbox} onClose={stop} />}
      {doing?.what === 'password' && (
        <SetPassword
          mailbox={doing.mailbox}
          onClose={stop}
          onSet={(mailbox) => {
            if (mailbox.password === null) tellDone(texts.passwordSet);
            onChange(afterPassword(mailbox));
          }}
        />
      )}
      {doing?.what === 'suspend' && (
        <Confirm
          opened
          title={texts.suspendTitle(doing.mailbox.address)}
          text={texts.suspendText}
          action={texts.suspend}
          pending={suspend.isPending}
          onClose={stop}
          onConfirm={() => suspend.mutate({ id: doing.mailbox.id, status: 'suspended' }, { onSettled: stop })}
        />
      )}
      {doing?.what === 'remove' && <RemoveMailbox mailbox={doing.mailbox} onClose={stop} />}
      <PasswordBox mailbox={doing?.what === 'secret' ? doing.mailbox : null} onClose={stop} />
    </>
  );
}

/** Shows a generated password. */
export function afterPassword(mailbox: MailboxWithPassword): Doing | null {
  return mailbox.password === null ? null : { what: 'secret', mailbox };
}
