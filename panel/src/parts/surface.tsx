import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './surface.module.css';

interface SurfaceProps {
  readonly title?: string;
  /** Accessible name of a surface without a title. */
  readonly label?: string;
  /** Fragment of its address. */
  readonly id?: string;
  readonly description?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Titled section of a page on its own surface. */
export function Surface({ title, label, id, description, actions, children }: SurfaceProps) {
  return (
    <Paper component="section" id={id} className={classes.surface} aria-label={title ?? label}>
      {(title || actions) && (
        <Group justify="space-between" gap="sm" className={classes.head}>
          <div className={classes.words}>
            {title && <Title order={2}>{title}</Title>}
            {description && (
              <Text size="sm" c="dimmed">
                {description}
              </Text>
            )}
          </div>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      )}
      {children}
    </Paper>
  );
}
