import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { useTabTitle } from '../parts/tab-title.ts';
import { PublicPage } from './public-page.tsx';

export function NotFound() {
  const title = t`Page not found`;
  useTabTitle(title);
  return (
    <PublicPage title={title}>
      <Text mb="lg">
        <Trans>The address may be outdated, or the record was removed.</Trans>
      </Text>
      <Button component="a" href="/" variant="default" fullWidth>
        <Trans>Go to the overview</Trans>
      </Button>
    </PublicPage>
  );
}
