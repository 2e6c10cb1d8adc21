import type { Database } from '@hostler/database';
import { type Command, choice, command, integer, type Option, optional, text } from '#kernel/command.ts';
import { cutRows, listCommand } from '#kernel/list-command.ts';
import { OWNERS } from '#kernel/staff-roles.ts';
import { nameActor } from './actor.ts';
import { SETTINGS, type Setting } from './catalogue.ts';
import type { LiveSettings } from './live-settings.ts';
import type { SettingOperatorService } from './operator-service.ts';
import { Setting as SettingSchema, SettingsChange } from './schemas.ts';

interface Dependencies {
  db: Database;
  settings: SettingOperatorService;
  live: LiveSettings;
}

export function settingCommands({ db, settings, live }: Dependencies): Command[] {
  return [
    listCommand({
      name: 'setting list',
      route: { roles: OWNERS, data: SettingSchema },
      summary: 'List settings with their values, and the environment variables that set them.',
      options: {},
      columns: ['name', 'value', 'source', 'variable', 'changed_at', 'changed_by'],
      searched: 'name, label, variable',
      async page({ text: wanted, after = 0, ...bounds }) {
        const found = (await db.read(settings.list())).filter(
          ({ id, name, label, variable }) =>
            id > after && (!wanted || `${name} ${label} ${variable}`.toLowerCase().includes(wanted.toLowerCase())),
        );
        return cutRows(found, bounds);
      },
    }),
    command({
      name: 'setting set',
      route: { roles: OWNERS, path: '/settings', data: SettingsChange },
      summary: 'Change settings. All values are stored, or none; every process uses them within two seconds.',
      options: {
        ...(Object.fromEntries(SETTINGS.map((setting) => [setting.name, toOption(setting)])) as Record<
          string,
          Option<string | number | undefined>
        >),
        revision: optional(
          integer('Highest revision of the list that you have read. Refused if a named setting has changed since.'),
        ) as Option<string | number | undefined>,
      },
      async run({ revision, ...values }, context) {
        const seen = typeof revision === 'number' ? revision : undefined;
        const made = await db.write(() => settings.set({ values, revision: seen, changed_by: nameActor(context) }));
        await live.refresh();
        return made;
      },
      describe: ({ changed }) => changed.map(({ name, value }) => `${name} = ${value ?? ''}`).join('\n'),
    }),
    command({
      name: 'setting reset',
      route: { roles: OWNERS, id: 'name', data: SettingSchema },
      summary: 'Remove a stored setting, so that its default applies.',
      options: { name: text('Name of the setting, like grace_days.') },
      async run({ name }, context) {
        const made = await db.write(() => settings.reset({ name, changed_by: nameActor(context) }));
        await live.refresh();
        return made;
      },
    }),
  ];
}

function toOption({ type, choices, description }: Setting): Option<string | number | undefined> {
  if (choices) return optional(choice(choices, description));
  return type === 'integer' ? optional(integer(description)) : optional(text(description));
}
