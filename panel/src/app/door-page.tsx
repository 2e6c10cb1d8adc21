import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import classes from './door-page.module.css';

/** A page for those who are not signed in: the mark, one surface, one thing to do. */
export function DoorPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <Brand withName />
      <Paper className={classes.surface}>
        <Title order={1} mb="lg">
          {title}
        </Title>
        {children}
      </Paper>
    </main>
  );
}
