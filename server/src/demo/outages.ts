// Alerts of servers for the times that they were off.

import type { Query } from '@hostler/database';
import { MINUTE } from '#kernel/time.ts';
import type { Hostler } from '#program/hostler.ts';
import type { Sale } from './story.ts';

const EVERYTHING = { page: 1, per_page: 100, sort: 'asc' } as const;

interface Watched {
  readonly accountId: number;
  readonly hostingId: number;
}

export function* recallOutage(
  { alerts, rules }: Hostler['customer'],
  { accountId, hostingId }: Watched,
  { hostname, past }: Sale,
  now: number,
): Query<void> {
  if (!past?.down) return;
  const rule = (yield* rules.list(accountId, EVERYTHING, hostingId)).items.find(({ metric }) => metric === 'down');
  if (!rule) return;
  const [from, to] = past.down;
  const source = { ruleId: rule.id };
  const message = `${hostname} has been off for ${rule.minutes} minutes, and nobody stopped it.`;
  const alert = { source, metric: 'down', hostingId, value: null, threshold: null, message } as const;
  yield* alerts.raise(accountId, alert, now - from + rule.minutes * MINUTE);
  yield* alerts.resolve(accountId, source, 'down', now - to);
}
