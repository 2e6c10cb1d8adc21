import type { Database } from '@hostler/database';
import type { Logger } from '#kernel/log.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { Config } from '#settings/config.ts';
import { brandImageCommands } from './brand-images/commands.ts';
import { createBrandImageOperatorService } from './brand-images/operator-service.ts';
import { settingCommands } from './commands.ts';
import { type CheckSettings, LiveSettings } from './live-settings.ts';
import { migrations } from './migrations.ts';
import { createSettingOperatorService, type SettingOperatorService } from './operator-service.ts';

export type { LiveSettings, SettingOperatorService };

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  config: Config;
  check: CheckSettings;
}

interface SettingsModule extends Module {
  live: LiveSettings;
  operator: { settings: SettingOperatorService };
}

/** Settings that owners change in the database instead of the environment. */
export function settingsModule({ db, clock, log, config: given, check }: Dependencies): SettingsModule {
  const live = new LiveSettings({ db, log, config: given, check });
  const settings = createSettingOperatorService({ clock, config: live.config, check });
  const images = createBrandImageOperatorService({ clock });
  return {
    name: 'settings',
    migrations,
    prepare: () => live.refresh().catch(() => {}),
    services: [live],
    checks: [{ name: 'settings', check: async () => describeIgnored(live) }],
    commands: [...settingCommands({ db, settings, live }), ...brandImageCommands({ db, images, live })],
    live,
    operator: { settings },
  };
}

async function describeIgnored({ ignored, revision }: LiveSettings) {
  const [first] = ignored;
  return {
    reachable: true,
    version: null,
    detail: revision === 0 ? 'All from the environment' : `Revision ${revision}`,
    advice: first ? `The stored setting ${first.name} is not used: ${first.reason}` : null,
  };
}
