import { Button, Text } from '@mantine/core';
import { DoorPage } from './door-page.tsx';

export function NotFound() {
  return (
    <DoorPage title="Page not found">
      <Text mb="lg">The address may be outdated, or the record was removed.</Text>
      <Button component="a" href="/" variant="default" fullWidth>
        Go to the overview
      </Button>
    </DoorPage>
  );
}
