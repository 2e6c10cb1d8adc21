import { Nullable, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { fieldErrors } from '../errors.ts';

const TimeOfDay = (description: string) =>
  Nullable(
    Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      description,
      examples: ['22:00'],
      'x-hint': fieldErrors.quiet_time_malformed,
    }),
  );

const fields = {
  mail: Type.Boolean({ description: 'True if you get mail when an alert fires or resolves.' }),
  quiet_from: TimeOfDay(
    'Start of quiet hours, in which only mail about servers that are down is sent; null for no quiet hours.',
  ),
  quiet_to: TimeOfDay('End of quiet hours, when alerts that still fire are sent in one mail; null for no quiet hours.'),
  time_zone: Type.String({
    maxLength: 64,
    description: 'IANA time zone of the quiet hours.',
    examples: ['Europe/Berlin'],
  }),
};

export const Preferences = Resource(
  'MonitoringPreferences',
  'Alert mail settings of the person for one account.',
  fields,
);
export type Preferences = Static<typeof Preferences>;

export const PreferencesChange = Type.Object({
  mail: Type.Optional(fields.mail),
  quiet_from: Type.Optional(fields.quiet_from),
  quiet_to: Type.Optional(fields.quiet_to),
  time_zone: Type.Optional(fields.time_zone),
});
export type PreferencesChange = Static<typeof PreferencesChange>;
