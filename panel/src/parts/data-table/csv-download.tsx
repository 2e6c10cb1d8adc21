import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { listColumns, writeCsvHeader, writeCsvRows } from '../../../../packages/csv/src/csv.ts';
import { download } from '../download.ts';
import { formatNumber } from '../numbers.ts';
import { type CsvSource, collectRows, MOST_ROWS } from './csv-source.ts';

/** Reading of this many rows is shown as one step. */
const STEP = 100;

interface CsvDownloadProps {
  readonly source: CsvSource;
  /** Rows of the list; undefined if unknown. */
  readonly total: number | undefined;
}

/** Button that downloads all rows of a list, in its order and with its filters. Shows the progress; can be cancelled. */
export function CsvDownload({ source, total }: CsvDownloadProps) {
  const [count, setCount] = useState(0);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const cancelled = new AbortController();
      stop.current = cancelled;
      setCount(0);
      try {
        const rows = await collectRows(source, cancelled.signal, (read) => read % STEP === 0 && setCount(read));
        const columns = listColumns(rows);
        const name = `${source.name}-${new Date().toISOString().slice(0, 10)}.csv`;
        download(name, writeCsvHeader(columns) + writeCsvRows(rows, columns), 'text/csv;charset=utf-8');
        if (rows.length === MOST_ROWS) tellBound();
      } catch (error) {
        if (!cancelled.signal.aborted) throw error;
      }
    },
  });
  if (!isPending) {
    return (
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<IconDownload size={14} />}
        aria-label={t`Download CSV`}
        onClick={() => mutate()}
      >
        <Trans>CSV</Trans>
      </Button>
    );
  }
  const read = formatNumber(count);
  const all = total === undefined ? null : formatNumber(Math.min(total, MOST_ROWS));
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {all === null ? t`${read} rows downloaded` : t`${read} of ${all} rows downloaded`}
      </Text>
      <Button variant="default" size="xs" onClick={() => stop.current?.abort()}>
        <Trans>Cancel</Trans>
      </Button>
    </Group>
  );
}

function tellBound(): void {
  const most = formatNumber(MOST_ROWS);
  notifications.show({ message: t`The file has the first ${most} rows. Narrow the list with filters for the others.` });
}
