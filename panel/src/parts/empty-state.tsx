import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  readonly icon: TablerIcon;
  /** What it is for, and what to do first. */
  readonly text: string;
  /** One button. */
  readonly children?: ReactNode;
  /** The same as the button, for programs. */
  readonly curl?: string;
}

/** Nothing here yet: one sentence, one button, and the same as a curl line. */
export function EmptyState({ icon: Icon, text, children, curl }: EmptyStateProps) {
  return (
    <Stack className={classes.empty} align="center" gap="md">
      <ThemeIcon variant="light" color="gray" size={40}>
        <Icon size={22} stroke={1.5} />
      </ThemeIcon>
      <Text className={classes.text}>{text}</Text>
      {children}
      {curl && (
        <div className={classes.code}>
          <Text size="xs" c="dimmed" mb={6}>
            Or with the API
          </Text>
          <CodeBlock code={curl} what="command" />
        </div>
      )}
    </Stack>
  );
}
