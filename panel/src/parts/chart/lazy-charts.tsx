import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import styles from './chart.module.css';
import type { ChartsProps } from './charts.tsx';

const Charts = lazy(async () => ({ default: (await import('./charts.tsx')).Charts }));

/** Loads the charts when they become visible; a placeholder reserves their size. */
export function LazyCharts(props: ChartsProps) {
  return (
    <Suspense fallback={<ChartsSkeleton strips={props.panels.length} />}>
      <Charts {...props} />
    </Suspense>
  );
}

export function ChartsSkeleton({ strips }: { strips: number }) {
  return (
    <div className={styles.stack} aria-hidden="true">
      <div className={styles.status} />
      {Array.from({ length: strips }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all items are equal.
        <div key={index} className={styles.strip}>
          <div className={styles.heading}>
            <Skeleton height={12} width={90} />
          </div>
          <div className={styles.plot} data-last={index === strips - 1 || undefined}>
            <Skeleton height="100%" />
          </div>
        </div>
      ))}
    </div>
  );
}
