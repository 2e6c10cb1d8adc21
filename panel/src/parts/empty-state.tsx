import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';
import { type Call, writeCurl } from './code-of-call.ts';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  readonly icon: TablerIcon;
  /** Explains the purpose of the list and the first step. */
  readonly text: string;
  /** A single button. */
  readonly children?: ReactNode;
  /** API call of the button, shown as a curl command. */
  readonly call?: Call;
}

/** Empty list: one sentence, one button and the curl command for the same. */
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
            <Trans>Or use the API</Trans>
          </Text>
          <CodeBlock code={writeCurl(call, window.location.origin)} what={t`command`} />
        </div>
      )}
    </Stack>
  );
}
