import { t } from '@lingui/core/macro';
import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { LazyMarkdown } from './lazy-markdown.tsx';
import classes from './plain.module.css';

interface MarkdownFieldProps {
  readonly text: string;
  /** True if the text field shows an error. */
  readonly hasError?: boolean;
  /** The text field. */
  readonly children: ReactNode;
}

/** A text field with a preview of its Markdown. */
export function MarkdownField({ text, hasError = false, children }: MarkdownFieldProps) {
  const [previewing, setPreviewing] = useState(false);
  const isEmpty = text.trim() === '';
  // After sending, the next text is written; an error belongs to the text.
  if (previewing && (isEmpty || hasError)) setPreviewing(false);
  return (
    <Stack gap={8}>
      {/* Stays mounted, because forms focus it. */}
      <div hidden={previewing}>{children}</div>
      {previewing && (
        <section className={classes.preview} aria-label={t`Preview`}>
          <LazyMarkdown text={text} />
        </section>
      )}
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={t`Text or preview`}
          data={[
            { value: 'write', label: t`Write` },
            { value: 'preview', label: t`Preview`, disabled: isEmpty },
          ]}
          value={previewing ? 'preview' : 'write'}
          onChange={(value) => setPreviewing(value === 'preview')}
        />
        <Text size="xs" c="dimmed">
          {t`Markdown: **bold**, lists, links, and \`\`\` for code`}
        </Text>
      </Group>
    </Stack>
  );
}
