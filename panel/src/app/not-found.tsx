import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { PublicPage } from './public-page.tsx';

export function NotFound() {
  return (
    <PublicPage title={t`Page not found`}>
      <Text mb="lg">
        <Trans>The address may be outdated, or the record was removed.</Trans>
      </Text>
      <Button component="a" href="/" variant="default" fullWidth>
        <Trans>Go to the overview</Trans>
      </Button>
    </PublicPage>
  );
}
