// Uptime checks of the demo's customers. They check pages of this server, so that they keep working.

import type { Query } from '@hostler/database';
import { DAY, MINUTE } from '#kernel/time.ts';
import type { Hostler } from '#program/hostler.ts';
import { type Story, scatter } from './story.ts';

type Site = Story['checks'][number];

const EVERY = 5 * MINUTE;

export function* watchSites(
  { operator, customer }: Pick<Hostler, 'operator' | 'customer'>,
  account: Story & { readonly id: number },
  origin: string,
  now: number,
): Query<void> {
  for (const site of account.checks) {
    const place =
      'path' in site.at
        ? ({ type: 'http', target: `${origin}${site.at.path}` } as const)
        : ({ type: 'tcp', target: `127.0.0.1:${site.at.port}` } as const);
    const given = { ...place, name: site.name, interval_seconds: EVERY / 1000 };
    const { check } = yield* customer.checks.create(account.id, given, now - DAY);
    yield* operator.checks.recordHistory({ id: check.id, tries: imagineDay(site, now) });
  }
}

/** Returns the results of one day up to now. */
function imagineDay({ name, ms, down = [] }: Site, now: number) {
  return Array.from({ length: DAY / EVERY }, (_, index) => {
    const at = now - DAY + (index + 1) * EVERY - 1;
    const error = down.find(({ from, to }) => at >= now - from && at < now - to)?.error ?? null;
    // Deterministic for the same check and index, and slightly different each time.
    const noise = (scatter(`${name} ${index}`, 0) / MINUTE) % 40;
    return { at, error, ms: error === null ? Math.max(1, Math.round(ms * (1 - noise / 100))) : null };
  });
}
