import type { Hosting } from '@hostler/sdk';
import { Button, SegmentedControl } from '@mantine/core';
import { IconChartLine, IconTable } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ChartsSkeleton, LazyCharts } from '../../../parts/chart/lazy-charts.tsx';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { usePreferences } from '../../../parts/preferences.ts';
import { Surface } from '../../../parts/surface.tsx';
import { marksOfAlerts } from '../../../resources/monitoring/alert-marks.ts';
import { useAlertsOf } from '../../../resources/monitoring/queries.ts';
import { useRulesOf } from '../../../resources/monitoring/rules/queries.ts';
import { useBackupsOf, useMetrics, useServerActions } from '../../../resources/servers/queries.ts';
import { RANGES, type RangeName, texts } from '../../../resources/servers/texts.ts';
import { useMay } from '../../../session/place-context.tsx';
import { CHARTS, usualRange } from './chart-search.ts';
import { findServerMarks } from './marks.ts';
import { holdAgainst, makePanels, windowOf } from './panels.ts';

const route = getRouteApi('/frame/servers/$id/');
const RANGE_OPTIONS = Object.entries(RANGES).map(([value, { label }]) => ({ value, label }));
export const STRIPS = 5;

/** Charts of the load of a server; the time range is in the address. */
export function ServerCharts({ server }: { server: Hosting }) {
  const { range, from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const { timeZone } = usePreferences();
  const may = useMay();
  const [asTable, setAsTable] = useState(false);
  const shown = range ?? usualRange(server.created_at, Date.now());
  const metrics = useMetrics(server.id, { seconds: RANGES[shown].seconds, from, to });
  const marks = useMarks(server.id);
  const { data } = metrics;
  const { memory_mb, disk_gb } = server;
  const { data: rules } = useRulesOf(server.id, may('monitoring.read'));
  const panels = useMemo(
    () => data && holdAgainst(makePanels(data, { memory_mb, disk_gb }), rules?.data ?? []),
    [data, memory_mb, disk_gb, rules],
  );
  const isEmpty = panels?.every(({ series }) => series.every(({ values }) => values.length === 0));

  useScrollToCharts(from !== undefined);

  const zoom = (part: { start: number; end: number } | null) => {
    const search = part && {
      from: Math.floor(part.start),
      to: Math.max(Math.ceil(part.end), Math.floor(part.start) + 60),
    };
    void navigate({ search: { ...(range && { range }), ...search }, resetScroll: false });
  };

  return (
    <Surface
      id={CHARTS}
      title={texts.charts}
      actions={
        <>
          {from !== undefined && (
            <Button variant="default" onClick={() => zoom(null)}>
              {texts.zoomed}
            </Button>
          )}
          <SegmentedControl
            aria-label={texts.range}
            data={RANGE_OPTIONS}
            value={shown}
            onChange={(next) => void navigate({ search: { range: next as RangeName }, resetScroll: false })}
          />
          <Button
            variant="default"
            leftSection={asTable ? <IconChartLine size={16} /> : <IconTable size={16} />}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? texts.asCharts : texts.asTable}
          </Button>
          <CodeCorner
            call={() => ({
              operation: 'hosting.metrics',
              input: { id: server.id, start: data?.start, end: data?.end },
            })}
          />
        </>
      }
    >
      {metrics.error && !data && (
        <Failure error={metrics.error} retrying={metrics.isFetching} onRetry={() => void metrics.refetch()} />
      )}
      {metrics.isPending && <ChartsSkeleton strips={STRIPS} />}
      {data && isEmpty && <EmptyState icon={IconChartLine} text={texts.noReadings} />}
      {data && panels && !isEmpty && (
        <LazyCharts
          label={texts.chartsOf(server.hostname)}
          panels={panels}
          window={windowOf(data)}
          marks={marks}
          timeZone={timeZone ?? undefined}
          onRange={zoom}
          asTable={asTable}
        />
      )}
    </Surface>
  );
}

/** Scrolls to the charts if the address of the page names them or a part of their time, as links of alerts do. */
function useScrollToCharts(isZoomed: boolean): void {
  const isWanted = useRef(isZoomed || window.location.hash === `#${CHARTS}`);
  useEffect(() => {
    if (isWanted.current) document.getElementById(CHARTS)?.scrollIntoView();
    isWanted.current = false;
  }, []);
}

function useMarks(id: number) {
  const may = useMay();
  const { data: actions } = useServerActions(id);
  const { data: backups } = useBackupsOf(id, may('backups.read'));
  const { data: alerts } = useAlertsOf({ hosting_id: id }, may('monitoring.read'));
  return useMemo(() => {
    const now = Date.now() / 1000;
    return [
      ...findServerMarks(actions?.found ?? [], backups?.data ?? [], now),
      ...marksOfAlerts(alerts?.data ?? [], now),
    ];
  }, [actions, backups, alerts]);
}
