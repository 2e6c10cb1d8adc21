import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import classes from './door-page.module.css';
import { PublicFooter } from './public-footer.tsx';

interface DoorPageProps {
  readonly title: string;
  /** For a form with many fields. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** Layout of the pages without sign-in: logo and one surface with a single task. */
export function DoorPage({ title, wide = false, children }: DoorPageProps) {
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <Brand withName />
      <Paper component="main" className={classes.surface}>
        <Title order={1} mb="lg">
          {title}
        </Title>
        {children}
      </Paper>
      <PublicFooter />
    </div>
  );
}
