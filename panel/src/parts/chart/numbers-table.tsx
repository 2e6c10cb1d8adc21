import { Button, CopyButton, Table } from '@mantine/core';
import styles from './chart.module.css';
import type { AlignedReadings, ChartPanel } from './chart-data.ts';
import { makeCsv } from './csv.ts';
import { texts } from './texts.ts';
import { formatReading } from './units.ts';

interface Props {
  label: string;
  panels: readonly ChartPanel[];
  readings: AlignedReadings;
  format: Intl.DateTimeFormat;
}

const MAX_ROWS = 300;

/** The readings as a table, newest first, for screen readers and for copying. */
export function NumbersTable({ label, panels, readings, format }: Props) {
  const columns = panels.flatMap(({ title, unit, series }) =>
    series.map(({ key, label }) => ({ key, unit, title: series.length > 1 ? `${title}: ${label}` : title })),
  );
  const rows = readings.times.map((at, row) => ({ at, row })).reverse();
  return (
    <div className={styles.numbers}>
      <div className={styles.toolbar}>
        <span>{rows.length > MAX_ROWS && texts.rowsOf(MAX_ROWS, rows.length)}</span>
        <CopyButton value={makeCsv(columns, readings)}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? texts.copied : texts.copyNumbers}
            </Button>
          )}
        </CopyButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <section className={styles.scroll} aria-label={label} tabIndex={0}>
        <Table stickyHeader aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.time}</Table.Th>
              {columns.map(({ key, title }) => (
                <Table.Th key={key} className={styles.number}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, MAX_ROWS).map(({ at, row }) => (
              <Table.Tr key={at}>
                <Table.Td className={styles.when}>{format.format(at * 1000)}</Table.Td>
                {columns.map(({ key, unit }) => {
                  const value = readings.columns.get(key)?.[row] ?? null;
                  return (
                    <Table.Td key={key} className={styles.number}>
                      {value === null ? (
                        <span className={styles.nothing}>{texts.noReading}</span>
                      ) : (
                        formatReading(unit, value)
                      )}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </div>
  );
}
