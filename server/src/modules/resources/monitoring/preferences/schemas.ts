import { Nullable, Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';

const TimeOfDay = (description: string) =>
  Nullable(
    Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      description,
      examples: ['22:00'],
      'x-hint': 'must be a time of day like 22:00.',
    }),
  );

const fields = {
  mail: Type.Boolean({ description: 'Whether you get mail when an alert fires and when it resolves.' }),
  quiet_from: TimeOfDay('From then on mail waits, but for that of a server that is down; null for no quiet hours.'),
  quiet_to: TimeOfDay('Until then. What still fires is told at once and together then.'),
  time_zone: Type.String({
    maxLength: 64,
    description: 'Whose clock that is, by its IANA name.',
    examples: ['Europe/Berlin'],
  }),
};

export const Preferences = Resource('MonitoringPreferences', fields);
export type Preferences = Static<typeof Preferences>;

export const PreferencesChange = Type.Object({
  mail: Type.Optional(fields.mail),
  quiet_from: Type.Optional(fields.quiet_from),
  quiet_to: Type.Optional(fields.quiet_to),
  time_zone: Type.Optional(fields.time_zone),
});
export type PreferencesChange = Static<typeof PreferencesChange>;
