import { Text } from '@mantine/core';

/** In place of rows, where something is filtered by: there may be more without it. */
export function NoMatch({ text }: { readonly text: string }) {
  return (
    <Text p="xl" c="dimmed" ta="center">
      {text}
    </Text>
  );
}
