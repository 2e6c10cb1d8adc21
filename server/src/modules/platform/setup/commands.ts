import type { Database } from '@hostler/database';
import { type Command, choice, command } from '#kernel/command.ts';
import { OWNERS } from '#kernel/staff-roles.ts';
import { errors } from './errors.ts';
import type { SetupLinkService } from './link-service.ts';
import type { SetupOperatorService } from './operator-service.ts';
import { Setup, SetupStep } from './schemas.ts';
import { STEP_IDS } from './steps.ts';

interface Dependencies {
  db: Database;
  link: SetupLinkService;
  setup: SetupOperatorService;
}

export function setupCommands({ db, link, setup }: Dependencies): Command[] {
  return [
    command({
      name: 'setup show',
      route: { roles: OWNERS, path: '/setup', data: Setup },
      summary: 'Show the steps of the first run, and why public sign-up is closed.',
      options: {},
      run: async () => db.read(setup.show()),
      describe: ({ steps, sign_up }) =>
        [
          ...steps.map(({ id, state, reason }) => `${id.padEnd(12)}${state.padEnd(9)}${reason ?? ''}`.trimEnd()),
          `Sign-up is ${sign_up.is_open ? 'open' : 'closed'}.`,
        ].join('\n'),
    }),
    command({
      name: 'setup skip',
      route: { roles: OWNERS, path: '/setup/skip', id: 'step', data: SetupStep },
      summary: 'Skip a step of the first run.',
      options: { step: choice(STEP_IDS, 'Name of the step.') },
      run: (given) => db.write(() => setup.skip(given)),
    }),
    command({
      name: 'setup link',
      route: { local: 'It prints a link that gives access.' },
      summary: 'Print the one-time address for the first owner.',
      options: {},
      async run() {
        const made = await db.write(() => link.make());
        if (made) return made;
        throw errors.owner_exists();
      },
    }),
  ];
}
