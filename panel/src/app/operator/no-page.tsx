import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../parts/notice.tsx';

export function NoPage() {
  return (
    <Notice title={t`Page not found`} text={t`The address may be outdated, or the record was removed.`}>
      <Button component={Link} to="/operator" variant="default">
        <Trans>Go to Today</Trans>
      </Button>
    </Notice>
  );
}
