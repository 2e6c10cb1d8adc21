import type { Page, PageRequest, Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import { emit } from '#kernel/events/emit.ts';
import { noteAlert } from '../metrics.ts';
import { addNotice } from '../notices/store.ts';
import type { AlertMetric } from './schemas.ts';
import * as store from './store.ts';
import { viewAlert } from './view.ts';

/** Resolved alerts per account. The oldest are deleted. */
const MOST_RESOLVED = 10_000;

/** The rule or check of an alert. */
export type AlertSource = { readonly ruleId: number } | { readonly checkId: number };

export interface NewAlert {
  source: AlertSource;
  metric: AlertMetric;
  hostingId: number | null;
  value: number | null;
  threshold: number | null;
  /** One sentence for people. */
  message: string;
}

export type AlertService = ReturnType<typeof createAlertService>;

export function createAlertService() {
  function list(accountId: number, page: PageRequest, of?: store.AlertOf): Query<Page<store.AlertRow>> {
    return store.listAlerts(accountId, page, of);
  }

  function* find(accountId: number, id: number): Query<store.AlertRow> {
    const alert = yield* store.findAlert(accountId, id);
    if (!alert) throw notFound('Alert');
    return alert;
  }

  /**
   * Fires an alert in the caller's transaction. At most one alert fires per source and metric. Returns undefined, and
   * notifies nobody, if one is already firing.
   */
  function* raise(accountId: number, alert: NewAlert, now: number): Query<store.AlertRow | undefined> {
    const { source, hostingId, ...told } = alert;
    const row = yield* store.insertAlert(accountId, {
      ...told,
      rule_id: 'ruleId' in source ? source.ruleId : null,
      check_id: 'checkId' in source ? source.checkId : null,
      hosting_id: hostingId,
      fires_for: nameSource(source, alert.metric),
      started_at: now,
    });
    if (row) yield* tell(accountId, row, now);
    return row;
  }

  /** Returns undefined if no alert is firing. */
  function* resolve(
    accountId: number,
    source: AlertSource,
    metric: AlertMetric,
    now: number,
  ): Query<store.AlertRow | undefined> {
    const row = yield* store.resolveFiring(accountId, nameSource(source, metric), now);
    if (!row) return undefined;
    yield* store.keepNewest(accountId, MOST_RESOLVED);
    yield* tell(accountId, row, now);
    return row;
  }

  function* tell(accountId: number, row: store.AlertRow, now: number): Query<void> {
    yield* emit({ accountId, type: 'monitoring.alert', data: viewAlert(row), now });
    yield* addNotice(accountId, row.id, row.status);
    noteAlert(row.status);
  }

  return { list, find, raise, resolve };
}

function nameSource(source: AlertSource, metric: AlertMetric): string {
  return `${'ruleId' in source ? `rule ${source.ruleId}` : `check ${source.checkId}`} ${metric}`;
}
