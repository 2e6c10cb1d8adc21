import { t } from '@lingui/core/macro';

export const texts = {
  sandbox: t`Also in the sandbox, what you change here is real.`,
  title: t`E-mail`,
  description: (account: string) =>
    t`How you are notified about alerts of ${account}. These settings apply to you only. Webhooks always receive alerts.`,
  mail: t`E-mail me when an alert fires and when it is resolved`,
  quiet: t`Quiet hours`,
  quietText: t`E-mails wait until quiet hours end, then one e-mail lists the alerts that are still firing. You are always notified immediately when a server is down.`,
  from: t`From`,
  to: t`Until`,
  timeZone: t`Time zone`,
  noQuiet: t`Leave both empty for no quiet hours.`,
  save: t`Save`,
  saved: t`Saved.`,
  notSaved: t`The notification settings were not saved`,
};
