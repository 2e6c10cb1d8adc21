import { t } from '@lingui/core/macro';

export const texts = {
  connecting: t`Connecting …`,
  open: t`Connected`,
  reconnect: t`Reconnect`,
  copy: t`Copy selection`,
  paste: t`Paste`,
  fullScreen: t`Full screen`,
  kind: t`Kind of console`,
  shell: t`Shell`,
  serial: t`Serial console`,
};
