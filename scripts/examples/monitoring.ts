import { MINUTE } from '../../server/src/kernel/time.ts';
import type { House } from './house.ts';
import type { Recorder } from './recorder.ts';

/** The disk was full this morning. */
export async function tellMonitoring(api: Recorder, { hostler, clock }: House, hosting_id: number): Promise<void> {
  await api.call('monitoring.rules.list', { query: { hosting_id } });
  await api.call('monitoring.rules.show', { query: { id: 3 } });
  const { db, customer } = hostler;
  const alert = {
    source: { ruleId: 3 },
    metric: 'disk',
    hostingId: hosting_id,
    value: 93.6,
    threshold: 90,
    message: 'The disk of shop.example.com has been at 90 % or more for 5 minutes.',
  } as const;
  const now = clock.now();
  await db.write(() => customer.alerts.raise(1, alert, now - 95 * MINUTE));
  await db.write(() => customer.alerts.resolve(1, alert.source, 'disk', now - 32 * MINUTE));
  await api.call('monitoring.alerts.list');
  await api.call('monitoring.alerts.show', { query: { id: 1 } });
}
