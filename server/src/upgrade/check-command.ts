import type { ListSteps } from '#data-copies/restore-data.ts';
import { type Command, command, optional, text } from '#kernel/command.ts';
import type { Config } from '#settings/config.ts';
import { checkUpgrade, type UpgradeReport } from './check.ts';
import { describeUpgrade } from './describe-check.ts';
import { checkPackage } from './package.ts';

/** Reports what an upgrade would do. Works without composing the application, because that could migrate. */
export function upgradeCheckCommand(readConfig: () => Config, listSteps: ListSteps): Command {
  return command({
    name: 'upgrade check',
    route: { local: 'It works on the files of the installation.' },
    summary: 'Report what this version, or the version in a package, would do to the installation. Changes nothing.',
    options: { package: optional(text('Path of a Debian package of Hostler, to check that version instead.')) },
    describe: describeUpgrade,
    isFailure: ({ problems }) => problems.length > 0,
    async run({ package: file }): Promise<UpgradeReport> {
      return file === undefined ? checkUpgrade(readConfig(), await listSteps()) : checkPackage(file);
    },
  });
}
