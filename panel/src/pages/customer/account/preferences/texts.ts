import { t } from '@lingui/core/macro';

export const texts = {
  title: t`Preferences`,
  description: t`These settings apply to this browser only.`,
  language: t`Language`,
  colours: t`Colours`,
  schemes: [
    { value: 'light', label: t`Light` },
    { value: 'dark', label: t`Dark` },
    { value: 'auto', label: t`System` },
  ],
  questions: t`Questions`,
  restart: t`Ask before a server is restarted`,
  times: t`Times`,
  timeZone: t`Time zone`,
  ownZone: (zone: string) => t`Same as this device (${zone})`,
  now: t`Current time`,
  firstDay: t`First day of the week`,
  days: [
    { value: '', label: t`Default of the language` },
    { value: '1', label: t`Monday` },
    { value: '7', label: t`Sunday` },
    { value: '6', label: t`Saturday` },
  ],
};
