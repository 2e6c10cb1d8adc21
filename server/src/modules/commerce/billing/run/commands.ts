import { type Command, command, flag, optional, time } from '#kernel/command.ts';
import { MONEY } from '#kernel/staff-roles.ts';
import type { BillingOperatorService } from './operator-service.ts';
import type { RunLine } from './step.ts';

export function runCommands(billing: BillingOperatorService): Command[] {
  return [
    command({
      name: 'billing run',
      route: { roles: MONEY, severalTransactions: true, fixed: { at: undefined } },
      summary: 'Run billing now: renewals, reminders, suspensions and resumptions. The server runs it every hour.',
      options: {
        at: optional(time('Run billing for this time. Default: now.')),
        dry_run: flag('List the due tasks without running them.'),
        yes: flag('Confirm the clock while billing is held, or an --at time more than 40 days ahead.'),
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
