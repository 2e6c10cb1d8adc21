import { Anchor, Group, Title } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './overview.module.css';

interface SectionProps {
  readonly title: string;
  /** Link to the full list. */
  readonly more?: { readonly label: string; readonly to: LinkProps['to'] };
  readonly children: ReactNode;
}

export function Section({ title, more, children }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <Group justify="space-between" className={classes.head}>
        <Title order={2}>{title}</Title>
        {more && (
          <Anchor component={Link} to={more.to} size="sm">
            {more.label}
          </Anchor>
        )}
      </Group>
      {children}
    </section>
  );
}
