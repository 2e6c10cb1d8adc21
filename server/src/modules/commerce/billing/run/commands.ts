import { type Command, command, flag, integer, optional, time } from '#kernel/command.ts';
import { MONEY } from '#kernel/staff-roles.ts';
import type { BillingOperatorService } from './operator-service.ts';
import { ForecastLine } from './schemas.ts';
import type { RunLine } from './step.ts';

const COLUMNS = ['step', 'account_id', 'state', 'what'];

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
      columns: COLUMNS,
      isFailure: (lines: readonly RunLine[]) => lines.some(({ state }) => state !== 'done'),
      async run({ at, dry_run, yes }) {
        if (dry_run) return billing.forecast(at === undefined ? { days: 0 } : { at });
        const lines: RunLine[] = [];
        await billing.run({ at, yes, onLine: (line) => lines.push(line) });
        return lines;
      },
    }),
    command({
      name: 'billing forecast',
      route: { roles: MONEY, reads: true, list: true, data: ForecastLine },
      summary: 'List what the next billing run will do, with the amount and the reason. Changes nothing.',
      options: {
        days: optional(integer('Forecast a run in this many days, at most 40. Default: the next hourly run.')),
      },
      columns: [...COLUMNS, 'amount', 'currency', 'reason'],
      run: ({ days }) => billing.forecast({ days }),
    }),
  ];
}
