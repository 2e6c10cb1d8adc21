import { Stack, Text } from '@mantine/core';
import { Facts } from '#parts/facts.tsx';
import { Status } from '#parts/status.tsx';
import type { SetupStep } from './queries.ts';
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
      <Facts
        facts={variables.map(({ name, is_set }) => [
          name,
          <Status key={name} tone={is_set ? 'good' : 'idle'}>
            {is_set ? texts.set : texts.notSet}
          </Status>,
        ])}
      />
    </Stack>
  );
}
