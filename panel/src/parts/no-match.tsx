import { Text } from '@mantine/core';

/** Shown in place of rows if no row matches the filters. */
export function NoMatch({ text }: { readonly text: string }) {
  return (
    <Text p="xl" c="dimmed" ta="center">
      {text}
    </Text>
  );
}
