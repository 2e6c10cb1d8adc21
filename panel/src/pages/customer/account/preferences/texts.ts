export const texts = {
  title: 'Preferences',
  description: 'These settings apply to this browser only.',
  language: 'Language',
  colours: 'Colours',
  schemes: [
    { value: 'light', label: 'Light' },
    { value: 'dark', label: 'Dark' },
    { value: 'auto', label: 'System' },
  ],
  questions: 'Questions',
  restart: 'Ask before a server is restarted',
  times: 'Times',
  timeZone: 'Time zone',
  ownZone: (zone: string) => `Same as this device (${zone})`,
  now: 'Current time',
  firstDay: 'First day of the week',
  days: [
    { value: '', label: 'Default of the language' },
    { value: '1', label: 'Monday' },
    { value: '7', label: 'Sunday' },
    { value: '6', label: 'Saturday' },
  ],
};
