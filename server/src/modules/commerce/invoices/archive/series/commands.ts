import type { Database } from '@hostler/database';
import { type Command, choice, command, flag, integer, optional, text } from '#kernel/command.ts';
import { MONEY, OWNERS } from '#kernel/staff-roles.ts';
import { requireInvoiceOwner } from '../../operator-service.ts';
import type { SeriesOperatorService } from './operator-service.ts';
import { SeriesState } from './schemas.ts';

export function seriesCommands({ db, series }: { db: Database; series: SeriesOperatorService }): Command[] {
  return [
    command({
      name: 'invoice series',
      route: { roles: OWNERS, list: true, severalTransactions: true, readsWithout: { roles: MONEY } },
      summary: 'List the number series of invoices and credit notes in the database and in the document archive.',
      options: {
        continue: flag('Continue each series after the last archived number and restore lost documents.'),
        reason: optional(text('Reason, stored with the series. Required with --continue.')),
      },
      async run({ continue: isToGoOn, reason }): Promise<object[]> {
        return isToGoOn ? series.continue({ reason }) : series.list();
      },
    }),
    command({
      name: 'invoice number',
      route: { roles: OWNERS, severalTransactions: true, data: SeriesState },
      summary: 'Choose the first number of a series, to continue the numbers of another program.',
      options: {
        type: choice(['invoice', 'credit_note'], 'Kind of the documents.'),
        next: integer('Number of the next document of this year, from 1 to 999999.'),
      },
      run: (given) => series.begin(given),
    }),
    command({
      name: 'invoice release',
      route: { roles: MONEY },
      summary: 'Collect an unpaid invoice that was restored from the archive.',
      options: { id: integer('Invoice id.') },
      run: ({ id }) =>
        db.write(function* () {
          return yield* series.release({ id, account_id: yield* requireInvoiceOwner(id) });
        }),
    }),
  ];
}
