import { listUnpaidDueBy } from '../../invoices/index.ts';
import type { RunStep } from '../run/step.ts';
import { listDunningDueBy } from './operator-store.ts';
import type { DunningService } from './service.ts';

export function dunningSteps(dunning: DunningService): RunStep[] {
  return [
    {
      name: 'due invoices',
      *due(at, { time, id }, limit) {
        const unpaid = yield* listUnpaidDueBy(at, { due_at: time, id }, limit);
        return unpaid.map((invoice) => ({ accountId: invoice.account_id, time: invoice.due_at, id: invoice.id }));
      },
      perform: ({ accountId, id }, at) => dunning.fallDue(accountId, id, at),
    },
    {
      name: 'overdue invoices',
      due: listDunningDueBy,
      perform: ({ accountId, id }, at) => dunning.pursue(accountId, id, at),
    },
  ];
}
