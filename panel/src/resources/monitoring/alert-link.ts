import type { MonitoringAlert } from '@hostler/sdk';
import { linkOptions } from '@tanstack/react-router';

const HOUR = 3_600;

/**
 * Returns the page that shows an alert: the charts of the server at that time, or the check. Falls back to the list if
 * neither exists or is readable.
 */
export function linkOfAlert({ hosting_id, check_id, started_at, resolved_at }: MonitoringAlert, seesServers: boolean) {
  if (check_id !== null) return linkOptions({ to: '/monitoring/checks', search: { check: check_id } });
  if (hosting_id === null || !seesServers) return linkOptions({ to: '/monitoring' });
  const from = Math.floor(Date.parse(started_at) / 1000) - HOUR;
  const to = Math.ceil((resolved_at === null ? Date.now() : Date.parse(resolved_at)) / 1000);
  const after = resolved_at === null ? 0 : HOUR;
  return linkOptions({
    to: '/servers/$id',
    params: { id: String(hosting_id) },
    search: { from, to: to + after },
  });
}
