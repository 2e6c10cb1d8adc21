export const texts = {
  title: 'E-mail',
  description: (account: string) =>
    `How you are notified about alerts of ${account}. These settings apply to you only. Webhooks always receive alerts.`,
  mail: 'E-mail me when an alert fires and when it is resolved',
  quiet: 'Quiet hours',
  quietText:
    'E-mails wait until quiet hours end, then one e-mail lists the alerts that are still firing. You are always notified immediately when a server is down.',
  from: 'From',
  to: 'Until',
  timeZone: 'Time zone',
  noQuiet: 'Leave both empty for no quiet hours.',
  save: 'Save',
  saved: 'Saved.',
  notSaved: 'The notification settings were not saved',
};
