import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Pagination, Text } from '@mantine/core';
import { formatNumber } from '../numbers.ts';
import classes from './data-table.module.css';

export interface PagerProps {
  readonly meta:
    | { current_page: number; per_page: number; total: number; total_capped?: boolean; last_page: number }
    | undefined;
  readonly onPage: (page: number) => void;
}

/**
 * Shows `1–25 of 312` (`of 10,000+` if a search stopped counting) and the page links. On a page past the end it links
 * to the last page.
 */
export function Pager({ meta, onPage }: PagerProps) {
  if (!meta || meta.total === 0) return null;
  const { current_page: page, per_page: size, total, total_capped: capped, last_page: last } = meta;
  const first = (page - 1) * size + 1;
  if (first > total) {
    return (
      <Group className={classes.pager}>
        <Text size="sm" c="dimmed">{t`This page is past the end of ${formatNumber(total)}.`}</Text>
        <Button variant="default" size="xs" onClick={() => onPage(last)}>
          <Trans>Go to the last page</Trans>
        </Button>
      </Group>
    );
  }
  return (
    <Group className={classes.pager} justify="space-between">
      <Text size="sm" c="dimmed">
        {t`${formatNumber(first)}–${formatNumber(Math.min(page * size, total))} of ${formatNumber(total)}${capped ? '+' : ''}`}
      </Text>
      {last > 1 && (
        <Pagination
          size="sm"
          total={last}
          value={page}
          onChange={onPage}
          siblings={1}
          getControlProps={(control) => ({ 'aria-label': CONTROLS[control] })}
          getItemProps={(number) => ({ 'aria-label': t`Page ${number}` })}
        />
      )}
    </Group>
  );
}

const CONTROLS: Record<string, string> = {
  first: t`First page`,
  previous: t`Previous page`,
  next: t`Next page`,
  last: t`Last page`,
};
