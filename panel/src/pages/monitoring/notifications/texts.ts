export const texts = {
  title: 'By mail',
  description: (account: string) =>
    `How you are told of alerts of ${account}. Everybody sets this for themselves; webhooks are told in any case.`,
  mail: 'Mail me when an alert fires and when it resolves',
  quiet: 'Quiet hours',
  quietText:
    'Mail waits until they are over, and then tells together what is still wrong. That a server is down is told at once all the same.',
  from: 'From',
  to: 'Until',
  timeZone: 'Time zone',
  noQuiet: 'Both empty: no quiet hours.',
  save: 'Save',
  saved: 'Saved.',
  notSaved: 'Nothing was saved',
};
