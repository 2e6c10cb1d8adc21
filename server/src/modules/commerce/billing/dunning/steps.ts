import { listUnpaidDueBy } from '../../invoices/index.ts';
import type { RunStep } from '../run/step.ts';
import type { DunningService } from './service.ts';

export function dunningSteps(dunning: DunningService): RunStep[] {
  return [
    {
      name: 'overdue',
      *due(at, { time, id }, limit) {
        const unpaid = yield* listUnpaidDueBy(at, { due_at: time, id }, limit);
        return unpaid.map((invoice) => ({ accountId: invoice.account_id, time: invoice.due_at, id: invoice.id }));
      },
      *perform({ accountId, id }, at) {
        const invoice = yield* dunning.fallOverdue(accountId, id, at);
        return invoice ? [`Invoice ${invoice.number} is overdue.`] : [];
      },
    },
  ];
}
