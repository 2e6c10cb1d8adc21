import type { Database } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Clock } from '#kernel/time.ts';
import type { Entrance, SessionService } from '#modules/identity/sign-in/index.ts';
import type { Module } from '#program/module.ts';
import type { Config } from '#settings/config.ts';
import { setupCommands } from './commands.ts';
import { createSetupLinkService, type SetupLinkService } from './link-service.ts';
import { createSetupOperatorService, type SetupOperatorService, type SetupSources } from './operator-service.ts';
import { setupRoutes } from './panel-routes.ts';
import { signUpCheck } from './sign-up-gaps.ts';
import { setupToday } from './today.ts';

export type { SetupLinkService, SetupOperatorService };

interface Dependencies {
  db: Database;
  clock: Clock;
  vault: Vault;
  links: Links;
  /** With the current values. */
  config: Config;
  sessions: SessionService;
  entrance: Entrance;
  sources: SetupSources;
}

interface SetupModule extends Module {
  operator: { setup: SetupOperatorService; setupLink: SetupLinkService };
}

/** The first run: a one-time link for the first owner, then a checklist. */
export function setupModule({
  db,
  clock,
  vault,
  links,
  config,
  sessions,
  entrance,
  sources,
}: Dependencies): SetupModule {
  const link = createSetupLinkService({ db, clock, vault, links, sessions });
  const setup = createSetupOperatorService({ clock, config, sources });
  return {
    name: 'setup',
    panelTags: { setup: 'The first owner of a new installation.' },
    panelRoutes: setupRoutes({ db, entrance, link }),
    commands: setupCommands({ db, link, setup }),
    checks: [signUpCheck({ db, config, findGaps: setup.findGaps })],
    today: [setupToday({ setup, demo: config.demo })],
    operator: { setup, setupLink: link },
  };
}
