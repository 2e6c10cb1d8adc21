import type { MonitoringAlert } from '@hostler/sdk';
import { Trans } from '@lingui/react/macro';
import { Anchor } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../parts/moment.tsx';
import { useMay } from '../../session/place-context.tsx';
import { linkOfAlert } from './alert-link.ts';
import classes from './firing-alerts.module.css';
import { tellLevel } from './levels.ts';
import { texts } from './texts.ts';

/** Lists firing alerts with value, start time and link. */
export function FiringAlerts({ alerts }: { readonly alerts: readonly MonitoringAlert[] }) {
  const seesServers = useMay()('hosting.read');
  return (
    <ul className={classes.alerts}>
      {alerts.map((alert) => (
        <li key={alert.id} className={classes.alert}>
          <IconAlertTriangleFilled size={18} className={classes.icon} aria-hidden="true" />
          <div className={classes.words}>
            <div className={classes.message}>{alert.message}</div>
            <div className={classes.facts}>
              {tellLevel(alert)} ·{' '}
              <Trans>
                started <Moment at={alert.started_at} />
              </Trans>
            </div>
          </div>
          {(alert.check_id !== null || seesServers) && (
            <Anchor
              size="sm"
              className={classes.link}
              renderRoot={(props) => <Link {...props} {...linkOfAlert(alert, seesServers)} />}
            >
              {alert.check_id === null ? texts.showChart : texts.showCheck}
            </Anchor>
          )}
        </li>
      ))}
    </ul>
  );
}
