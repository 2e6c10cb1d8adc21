import type { MonitoringCheck } from '@hostler/sdk';
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ChartPanel } from '#parts/chart/chart-data.ts';
import { ChartsSkeleton, LazyCharts } from '#parts/chart/lazy-charts.tsx';
import { Failure } from '#parts/failure.tsx';
import { usePreferences } from '#parts/preferences.ts';
import { marksOfAlerts } from '#resources/monitoring/alert-marks.ts';
import { useAlertsOf } from '#resources/monitoring/queries.ts';
import { useMay } from '#session/place-context.tsx';
import { useCheckHistory } from './queries.ts';
import { RANGES, type RangeName, texts } from './texts.ts';

const RANGE_OPTIONS = Object.entries(RANGES).map(([value, { label }]) => ({ value, label }));
/** Minimum top of the axis, so that fast responses do not fill the plot. */
const QUIET_MS = 100;

/** Charts the response times, with alerts as marks. */
export function CheckHistory({ check: { id, name } }: { readonly check: MonitoringCheck }) {
  const { timeZone } = usePreferences();
  const [range, setRange] = useState<RangeName>('24h');
  const [asTable, setAsTable] = useState(false);
  const { data, error, isFetching, refetch } = useCheckHistory(id, RANGES[range].seconds);
  const { data: alerts } = useAlertsOf({ check_id: id }, useMay()('monitoring.read'));
  const marks = useMemo(() => marksOfAlerts(alerts?.data ?? [], Date.now() / 1000), [alerts]);
  const panels = useMemo((): readonly ChartPanel[] | undefined => {
    if (!data) return undefined;
    const { response_ms } = data.series;
    const series = [{ key: 'response_ms', label: texts.history, values: response_ms.values }];
    return [{ key: 'response', title: texts.history, unit: 'ms', atLeast: QUIET_MS, series }];
  }, [data]);
  const isEmpty = data?.series.response_ms.values.length === 0;
  return (
    <section aria-label={texts.history}>
      <Group justify="flex-end" gap="xs" mb="xs">
        <SegmentedControl
          aria-label={texts.range}
          data={RANGE_OPTIONS}
          value={range}
          onChange={(next) => setRange(next as RangeName)}
        />
        <Button variant="default" onClick={() => setAsTable(!asTable)}>
          {asTable ? texts.asChart : texts.asTable}
        </Button>
      </Group>
      {error && !data ? <Failure error={error} retrying={isFetching} onRetry={() => void refetch()} /> : null}
      {!error && !data && <ChartsSkeleton strips={1} />}
      {isEmpty && <Text c="dimmed">{texts.noResults}</Text>}
      {data && panels && !isEmpty && (
        <LazyCharts
          label={texts.historyOf(name)}
          panels={panels}
          window={{ start: Date.parse(data.start) / 1000, end: Date.parse(data.end) / 1000, step: data.step }}
          marks={marks}
          timeZone={timeZone ?? undefined}
          asTable={asTable}
        />
      )}
    </section>
  );
}
