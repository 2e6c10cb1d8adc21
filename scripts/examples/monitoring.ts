import { HOUR, MINUTE } from '../../server/src/kernel/time.ts';
import type { Installation } from './installation.ts';
import type { Recorder } from './recorder.ts';

/** Tells that the disk was full this morning. */
export async function tellMonitoring(
  api: Recorder,
  { hostler, clock }: Installation,
  hosting_id: number,
): Promise<void> {
  await api.call('monitoring.rules.list', { query: { hosting_id } });
  await api.call('monitoring.rules.show', { query: { id: 3 } });
  const rule = { hosting_id, metric: 'down', minutes: 10 };
  const { id } = await api.call('monitoring.rules.create', { body: rule });
  await api.call('monitoring.rules.update', { query: { id }, body: { minutes: 5 } });
  await api.call('monitoring.rules.remove', { query: { id } });
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

/** Tells that the shop did not answer last night. */
export async function tellChecks(api: Recorder, { hostler, operator, clock }: Installation): Promise<void> {
  const now = clock.now();
  const hours = Array.from({ length: 30 }, (_, index) => 30 - index);
  const tries = hours.map((hour) => ({
    at: now - hour * HOUR,
    error: hour === 7 ? 'There was no answer in time.' : null,
    ms: hour === 7 ? null : 70 + ((hour * 37) % 41),
  }));
  await hostler.db.write(function* () {
    const input = { name: 'Shop', type: 'http', target: 'https://shop.example.com/', interval_seconds: 3_600 } as const;
    const { check } = yield* hostler.customer.checks.create(1, { ...input, expect_text: 'Welcome' }, now - 31 * HOUR);
    yield* hostler.operator.checks.recordHistory({ id: check.id, tries });
  });
  await api.call('monitoring.checks.list');
  await api.call('monitoring.checks.show', { query: { id: 1 } });
  const window = { start: '2026-11-11T12:00:00Z', end: '2026-11-12T06:00:00Z', step: 7_200 };
  await api.call('monitoring.checks.history', { query: { id: 1, ...window } });
  await api.call('monitoring.checks.update', { query: { id: 1 }, body: { status: 'paused' } });
  await api.call('monitoring.checks.remove', { query: { id: 1 } });
  const mail = { name: 'Mail', type: 'tcp', target: 'mail.example.com:25', interval_seconds: 300 };
  const { id } = await api.call('monitoring.checks.create', { body: mail });
  // Removed immediately: the result of an attempt would depend on the network.
  await operator.checks.remove({ id });
}
