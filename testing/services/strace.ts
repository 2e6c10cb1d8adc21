import { findCommand } from './find-command.ts';
import { installMissing } from './install.ts';

/** Returns the reason why tracing is impossible here, or undefined. Installs `strace` if it can. */
export function findTracingProblem(): string | undefined {
  const [missing] = installMissing([
    {
      name: 'strace',
      debianPackages: ['strace'],
      needsRoot: true,
      isInstalled: () => findCommand('strace') !== undefined,
    },
  ]);
  if (missing && process.env.CI === 'true') throw new Error(missing.reason);
  return missing?.reason;
}
