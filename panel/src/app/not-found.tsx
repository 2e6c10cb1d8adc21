import { Button, Text } from '@mantine/core';
import { DoorPage } from './door-page.tsx';

export function NotFound() {
  return (
    <DoorPage title="There is no such page">
      <Text mb="lg">The address may be old, or what it led to has been removed.</Text>
      <Button component="a" href="/" variant="default" fullWidth>
        Go to the overview
      </Button>
    </DoorPage>
  );
}
