import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';
import { type Call, writeCurl } from './code-of-call.ts';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  readonly icon: TablerIcon;
  /** What it is for, and what to do first. */
  readonly text: string;
  /** One button. */
  readonly children?: ReactNode;
  /** The same as the button, for programs: shown as a curl line. */
  readonly call?: Call;
}

/** Nothing here yet: one sentence, one button, and the same as a curl line. */
export function EmptyState({ icon: Icon, text, children, call }: EmptyStateProps) {
  return (
    <Stack className={classes.empty} align="center" gap="md">
      <ThemeIcon variant="light" color="gray" size={40}>
        <Icon size={22} stroke={1.5} />
      </ThemeIcon>
      <Text className={classes.text}>{text}</Text>
      {children}
      {call && (
        <div className={classes.code}>
          <Text size="xs" c="dimmed" mb={6}>
            Or use the API
          </Text>
          <CodeBlock code={writeCurl(call, window.location.origin)} what="command" />
        </div>
      )}
    </Stack>
  );
}
