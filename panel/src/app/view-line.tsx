import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePreferences } from '../parts/preferences.ts';
import { formatClock } from '../parts/times.ts';
import { currentView, endView, leaveView, viewEndsAt } from '../session/account-view.ts';
import classes from './line.module.css';

/** Tells staff that they view an account as its customer, and until when. */
export function ViewLine() {
  const view = currentView();
  const { data: endsAt } = useQuery({
    queryKey: ['view', view?.id],
    queryFn: viewEndsAt,
    enabled: view !== null,
    staleTime: 'static',
  });
  const { timeZone } = usePreferences();
  const end = useMutation({ mutationFn: endView });
  useEffect(() => {
    if (!endsAt) return;
    const timer = setTimeout(leaveView, Math.max(0, Date.parse(endsAt) - Date.now()));
    return () => clearTimeout(timer);
  }, [endsAt]);
  if (!view) return null;
  return (
    <div className={classes.line} role="status">
      <IconEye size={16} aria-hidden="true" />
      <span>
        {endsAt
          ? t`You are viewing as ${view.accountName}, read-only until ${formatClock(endsAt, timeZone)}`
          : t`You are viewing as ${view.accountName}, read-only`}
      </span>
      <Button size="compact-xs" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
        <Trans>End</Trans>
      </Button>
    </div>
  );
}
