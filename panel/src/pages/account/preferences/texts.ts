export const texts = {
  title: 'Preferences',
  description: 'How this browser shows things to you. Nobody else sees them, and no other browser of yours.',
  colours: 'Colours',
  schemes: [
    { value: 'light', label: 'Light' },
    { value: 'dark', label: 'Dark' },
    { value: 'auto', label: 'As the system' },
  ],
  times: 'Times',
  timeZone: 'Time zone',
  ownZone: (zone: string) => `As this device (${zone})`,
  now: 'It is now',
  firstDay: 'First day of the week',
  days: [
    { value: '', label: 'As the language' },
    { value: '1', label: 'Monday' },
    { value: '7', label: 'Sunday' },
    { value: '6', label: 'Saturday' },
  ],
};
