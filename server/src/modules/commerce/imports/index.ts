import type { Module } from '#program/module.ts';
import type { ProfileService } from '../profiles/index.ts';
import { importCommands } from './commands.ts';
import { type ApplyDependencies, applyJob, type InviteOwner, lineRetention } from './jobs.ts';
import { migrations } from './migrations.ts';
import { createImportOperatorService, type ImportOperatorService } from './operator-service.ts';

export type { ImportOperatorService, InviteOwner };

interface Dependencies extends Omit<ApplyDependencies, 'profiles'> {
  profiles: ProfileService;
  settings: { readonly timeZone: string };
}

interface ImportsModule extends Module {
  operator: { imports: ImportOperatorService };
}

/** The import of customers, subscriptions and balances of another system. */
export function importsModule(dependencies: Dependencies): ImportsModule {
  const imports = createImportOperatorService(dependencies);
  return {
    name: 'imports',
    migrations,
    jobs: [applyJob(dependencies)],
    forgets: [lineRetention],
    commands: importCommands({ db: dependencies.db, imports }),
    operator: { imports },
  };
}
