import type { MonitoringCheck } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { CodeCorner } from '#parts/code-corner.tsx';
import { Copyable } from '#parts/copyable.tsx';
import { Drawer } from '#parts/dialog.tsx';
import { Facts } from '#parts/facts.tsx';
import { Failure } from '#parts/failure.tsx';
import { Moment } from '#parts/moment.tsx';
import { formatDuration } from '#parts/numbers.ts';
import { useMay } from '#session/place-context.tsx';
import { formatUptime } from './bars.ts';
import classes from './check-drawer.module.css';
import { CheckHistory } from './check-history.tsx';
import { CheckStatus } from './check-status.tsx';
import { DayBars } from './day-bars.tsx';
import { useCheck } from './queries.ts';
import { texts } from './texts.ts';

interface CheckDrawerProps {
  readonly id: number;
  readonly onClose: () => void;
  readonly onEdit: (check: MonitoringCheck) => void;
}

/** Shows one check with status, expectations and response times. */
export function CheckDrawer({ id, onClose, onEdit }: CheckDrawerProps) {
  const may = useMay();
  const { data: check, error, isFetching, refetch } = useCheck(id);
  return (
    <Drawer opened onClose={onClose} title={check?.name ?? texts.title} size="xl">
      {error && !check ? <Failure error={error} retrying={isFetching} onRetry={() => void refetch()} /> : null}
      {!error && !check && <Skeleton height={240} />}
      {check && (
        <Stack gap="lg">
          <Group justify="space-between">
            <CheckStatus status={check.status} />
            <Group gap="xs">
              {may('hosting.write') && (
                <Button variant="default" onClick={() => onEdit(check)}>
                  {texts.edit}
                </Button>
              )}
              <CodeCorner call={() => ({ operation: 'monitoring.checks.history', input: { id } })} />
            </Group>
          </Group>
          {check.error && (
            <Alert color="red" variant="light">
              {check.error}
            </Alert>
          )}
          <section aria-label={texts.day}>
            <Group justify="space-between" mb={6}>
              <Text fw={500}>{texts.day}</Text>
              <span className={classes.figure}>{check.uptime_24h !== null && formatUptime(check.uptime_24h)}</span>
            </Group>
            <DayBars check={check} wide />
            <div className={classes.ends} aria-hidden="true">
              <span>{texts.earlier}</span>
              <span>{texts.now}</span>
            </div>
          </section>
          <CheckHistory check={check} />
          <Facts facts={factsOf(check)} />
        </Stack>
      )}
    </Drawer>
  );
}

function factsOf(check: MonitoringCheck) {
  const { target, type, response_ms, last_checked_at, interval_seconds, certificate_expires_at } = check;
  return [
    [texts.target[type], <Copyable key="target" value={target} what={t`target`} />],
    [texts.response, response_ms === null ? null : formatDuration(response_ms)],
    [texts.lastChecked, <Moment key="checked" at={last_checked_at} never={texts.never} />],
    [texts.every, texts.minutes(interval_seconds)],
    [texts.expects, tellExpectations(check)],
    [texts.certificate, certificate_expires_at && <Moment key="certificate" at={certificate_expires_at} exact />],
  ] as const;
}

function tellExpectations({ type, expect_status, expect_text, redirect_to }: MonitoringCheck): string {
  if (type === 'tcp') return texts.expectsConnection;
  const told = [
    expect_status === null ? null : texts.expectsStatus(expect_status),
    expect_text === null ? null : texts.expectsText(expect_text),
    redirect_to === null ? null : texts.expectsRedirect(redirect_to),
  ].filter((each) => each !== null);
  return told.length === 0 ? texts.expectsAnything : told.join(', ');
}
