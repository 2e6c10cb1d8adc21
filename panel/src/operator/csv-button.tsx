import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type Query, toSearch } from '../session/session-client.ts';
import { OPERATOR_PREFIX } from './operator-api.ts';

interface CsvButtonProps {
  /** Path of the list in the operator API: `/audit`. */
  readonly path: string;
  /** Filters of the list, as they are sent. The page number is ignored. */
  readonly filters: Query;
}

/** Downloads all rows that match the filters of a list. */
export function CsvButton({ path, filters }: CsvButtonProps) {
  const href = OPERATOR_PREFIX + path + toSearch({ ...filters, page: undefined, per_page: undefined, format: 'csv' });
  return (
    <Button
      component="a"
      href={href}
      download
      variant="default"
      leftSection={<IconDownload size={16} />}
      aria-label={t`Download CSV`}
    >
      <Trans>CSV</Trans>
    </Button>
  );
}
