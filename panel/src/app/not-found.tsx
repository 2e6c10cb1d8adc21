import { Button, Text } from '@mantine/core';
import { PublicPage } from './public-page.tsx';

export function NotFound() {
  return (
    <PublicPage title="Page not found">
      <Text mb="lg">The address may be outdated, or the record was removed.</Text>
      <Button component="a" href="/" variant="default" fullWidth>
        Go to the overview
      </Button>
    </PublicPage>
  );
}
