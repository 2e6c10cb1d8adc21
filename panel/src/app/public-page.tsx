import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { PublicFooter } from './public-footer.tsx';
import classes from './public-page.module.css';

interface PublicPageProps {
  readonly title: string;
  /** For a form with many fields. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** Layout of the pages without sign-in: logo and one surface with a single task. */
export function PublicPage({ title, wide = false, children }: PublicPageProps) {
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
