import { t } from '@lingui/core/macro';

const FAILED = t`Your e-mail address was not changed`;

export const texts = {
  confirm: {
    tab: t`Confirm your address`,
    title: t`Confirm your e-mail address`,
    text: t`After this you sign in with this address and receive e-mails there.`,
    button: t`Confirm address`,
    doneTitle: t`Your address was changed`,
    done: t`Use the new address to sign in.`,
    failed: FAILED,
    gone: t`Sign in and request a new link.`,
  },
  undo: {
    tab: t`Undo the change`,
    title: t`Undo the change of your e-mail address`,
    text: t`This restores your old address and ends all sessions. Then choose a new password, because your current one may be compromised.`,
    button: t`Undo the change`,
    doneTitle: t`The change was undone`,
    done: t`Sign in with your old address and choose a new password immediately.`,
    failed: t`The change was not undone`,
    gone: t`Reset your password and write to support.`,
  },
};
