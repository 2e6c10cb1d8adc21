import { type Command, command, flag, optional, time } from '../../../../kernel/command.ts';
import type { BillingOperatorService } from './operator-service.ts';
import type { RunLine } from './step.ts';

export function runCommands(billing: BillingOperatorService): Command[] {
  return [
    command({
      name: 'billing run',
      summary: 'Do whatever is due: renew, remind, suspend and lift; the server does it every hour by itself.',
      options: {
        at: optional(time('Do what is due at this time; now, when absent.')),
        dry_run: flag('Only list what would be done.'),
        yes: flag('Confirm the clock while billing is held, or a time of --at that is more than 40 days ahead.'),
      },
      isFailure: (lines: readonly RunLine[]) => lines.some(({ state }) => state !== 'done'),
      async run({ at, dry_run, yes }) {
        if (dry_run) return billing.rehearse({ at });
        const lines: RunLine[] = [];
        await billing.run({ at, yes, onLine: (line) => lines.push(line) });
        return lines;
      },
    }),
  ];
}
