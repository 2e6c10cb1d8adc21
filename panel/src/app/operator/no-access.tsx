import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { locale } from '../../locales/choice.ts';
import type { StaffRole } from '../../operator/me.ts';
import { Notice } from '../../parts/notice.tsx';

const OR = new Intl.ListFormat(locale, { type: 'disjunction' });

/** Replaces a page that staff can reach by its address, but not read. */
export function NoAccess({ roles }: { roles: readonly StaffRole[] }) {
  return (
    <Notice
      title={t`Your role cannot open this page`}
      text={t`It needs the role ${OR.format(roles)}. Ask an owner if you need it.`}
    >
      <Button component={Link} to="/operator" variant="default">
        <Trans>Go to Today</Trans>
      </Button>
    </Notice>
  );
}
