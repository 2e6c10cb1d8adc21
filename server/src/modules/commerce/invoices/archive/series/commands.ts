import { type Command, command, flag, integer, optional, text } from '../../../../../kernel/command.ts';
import type { Database } from '../../../../../kernel/db/database.ts';
import { requireInvoiceOwner } from '../../operator-service.ts';
import type { SeriesOperatorService } from './operator-service.ts';

export function seriesCommands({ db, series }: { db: Database; series: SeriesOperatorService }): Command[] {
  return [
    command({
      name: 'invoice series',
      summary: 'List the series of invoices and credit notes, in the database and in the document archive.',
      options: {
        continue: flag('Move the series past the archived numbers and bring back the documents that were lost.'),
        reason: optional(text('Why; required with --continue, and kept with the series.')),
      },
      async run({ continue: isToGoOn, reason }): Promise<object[]> {
        return isToGoOn ? series.continue({ reason }) : series.list();
      },
    }),
    command({
      name: 'invoice release',
      summary: 'Collect an invoice that was brought back from the archive: it was not paid.',
      options: { id: integer('The invoice.') },
      run: ({ id }) =>
        db.write(function* () {
          return yield* series.release({ id, account_id: yield* requireInvoiceOwner(id) });
        }),
    }),
  ];
}
