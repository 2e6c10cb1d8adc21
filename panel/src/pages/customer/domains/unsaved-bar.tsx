import { Button, Group, Text } from '@mantine/core';
import type { Row } from './draft.ts';
import classes from './records.module.css';
import { texts } from './texts.ts';

interface UnsavedBarProps {
  readonly changed: readonly Row[];
  readonly onDiscard: () => void;
  readonly onReview: () => void;
}

/** Counts the unsaved changes; stays visible while scrolling. */
export function UnsavedBar({ changed, onDiscard, onReview }: UnsavedBarProps) {
  const count = (wanted: Row['state']) => changed.filter(({ state }) => state === wanted).length;
  return (
    <Group justify="space-between" className={classes.bar}>
      <Text size="sm" fw={500} role="status">
        {texts.unsaved(count('added'), count('changed'), count('removed'))}
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={onDiscard}>
          {texts.discard}
        </Button>
        <Button onClick={onReview}>{texts.review}</Button>
      </Group>
    </Group>
  );
}
