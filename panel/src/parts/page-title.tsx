import { Group, Skeleton, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from './numbers.ts';
import classes from './page-title.module.css';
import { useTabTitle } from './tab-title.ts';

interface PageTitleProps {
  readonly title: string;
  /** Number of rows; `null` while unknown. */
  readonly count?: number | null | undefined;
  /** Shown beside the title, for example a status. */
  readonly beside?: ReactNode;
  readonly description?: ReactNode;
  /** At most one filled button, last. */
  readonly children?: ReactNode;
}

/** Title line of a page; also sets the title of the browser tab. */
export function PageTitle({ title, count, beside, description, children }: PageTitleProps) {
  useTabTitle(title);
  return (
    <div className={classes.line}>
      <div className={classes.words}>
        <Group gap="sm" wrap="nowrap">
          <Title order={1} className={classes.title} title={title}>
            {title}
          </Title>
          {count === null && <Skeleton width={24} height={16} />}
          {typeof count === 'number' && (
            <Text c="dimmed" size="xl">
              {formatNumber(count)}
            </Text>
          )}
          {beside}
        </Group>
        {description && <Text c="dimmed">{description}</Text>}
      </div>
      {children && (
        <Group gap="xs" className={classes.actions}>
          {children}
        </Group>
      )}
    </div>
  );
}
