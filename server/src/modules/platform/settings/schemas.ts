import { DateTime, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import { GROUPS } from './catalogue.ts';

export const Setting = Resource('Setting', 'A setting of the installation.', {
  id: OwnId,
  name: Type.String({ description: 'Name of the setting.', examples: ['grace_days'] }),
  group: OneOf(GROUPS, { description: 'Group of the setting.' }),
  label: Type.String({ description: 'Name for people.', examples: ['Grace period'] }),
  description: Type.String({ description: 'Meaning of the setting.' }),
  type: OneOf(['text', 'integer', 'choice', 'url', 'color', 'presence'], { description: 'Kind of the value.' }),
  choices: Nullable(Type.Array(Type.String(), { description: 'Allowed values; null if there is no list.' })),
  value: Nullable(Type.String({ description: 'Current value. Null if it has none, and for variables of the server.' })),
  default: Nullable(Type.String({ description: 'Value without a stored one.' })),
  source: OneOf(['environment', 'stored', 'default'], { description: 'Where the value comes from.' }),
  variable: Type.String({ description: 'Environment variable.', examples: ['HOSTLER_GRACE_DAYS'] }),
  can_change: Type.Boolean({ description: 'False if the environment sets it.' }),
  revision: Type.Integer({ description: 'Number of the last change; 0 if it was never changed.' }),
  changed_at: Nullable(DateTime('Time of the last change.')),
  changed_by: Nullable(Type.String({ description: 'Staff member who made the last change.' })),
});

export const SettingsChange = Resource('SettingsChange', 'Changed settings.', {
  revision: Type.Integer({ description: 'Number of the change.' }),
  changed: Type.Array(Setting, { description: 'The settings of the request.' }),
});
