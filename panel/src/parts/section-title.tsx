import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionTitleProps {
  readonly title: string;
  readonly description?: string;
  readonly children?: ReactNode;
}

/** Title line of a section of a page. */
export function SectionTitle({ title, description, children }: SectionTitleProps) {
  return (
    <Group justify="space-between" mb="md" gap="sm">
      <div>
        <Title order={2}>{title}</Title>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
      </div>
      {children}
    </Group>
  );
}
