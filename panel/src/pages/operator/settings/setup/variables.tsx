import { Group, Stack, Text } from '@mantine/core';
import { Status } from '#parts/status.tsx';
import type { SetupStep } from './queries.ts';
import classes from './setup.module.css';
import { texts } from './texts.ts';

/** Environment variables of a step, and whether they are set. */
export function Variables({ variables }: Pick<SetupStep, 'variables'>) {
  if (variables.length === 0) return null;
  return (
    <Stack gap="xs">
      <div>
        <Text fw={600}>{texts.variables}</Text>
        <Text size="sm" c="dimmed">
          {texts.variablesText}
        </Text>
      </div>
      <Stack component="ul" gap={6} className={classes.variables}>
        {variables.map(({ name, is_set }) => (
          <Group key={name} component="li" justify="space-between" gap="sm">
            <code>{name}</code>
            <Status tone={is_set ? 'good' : 'idle'}>{is_set ? texts.set : texts.notSet}</Status>
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}
