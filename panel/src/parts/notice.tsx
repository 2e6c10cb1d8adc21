import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** Page with a single message. */
export function Notice({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <Stack className={classes.notice} gap="sm" align="center">
      <Title order={2}>{title}</Title>
      <Text c="dimmed" className={classes.text}>
        {text}
      </Text>
      {children}
    </Stack>
  );
}
